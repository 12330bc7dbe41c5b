/** The address on the page of a view that an assistant names. */
const ADDRESSES: Readonly<Record<string, string>> = {
  projects: '/projects',
  journal: '/journal',
  machines: '/machines',
  executions: '/executions',
  aliases: '/aliases',
  secrets: '/secrets',
};

export function viewAddress(view: string): string {
  return Object.hasOwn(ADDRESSES, view) ? (ADDRESSES[view] ?? '/') : '/';
}
