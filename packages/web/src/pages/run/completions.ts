/** What may complete a half-written command: secret names after `{{`, alias codes at the beginning. */

export interface Completion {
  readonly label: string;
  /** Replaces the command from here on. */
  readonly from: number;
  readonly text: string;
}

export interface AliasOffer {
  readonly code: string;
  readonly command: string;
}

const MOST = 8;

export function completions(
  command: string,
  secrets: readonly string[],
  aliases: readonly AliasOffer[],
): readonly Completion[] {
  const open = command.lastIndexOf('{{');
  const begun = open < 0 ? null : command.slice(open + 2);
  if (begun !== null && /^\w*$/.test(begun)) {
    return secrets
      .filter((name) => name.toLowerCase().startsWith(begun.toLowerCase()))
      .slice(0, MOST)
      .map((name) => ({ label: `{{${name}}}`, from: open, text: `{{${name}}}` }));
  }
  const code = /^@?([a-z]{0,3})$/i.exec(command)?.[1];
  if (code === undefined || command === '') return [];
  return aliases
    .filter((alias) => alias.code.toLowerCase().startsWith(code.toLowerCase()))
    .slice(0, MOST)
    .map((alias) => ({ label: `@${alias.code} → ${alias.command}`, from: 0, text: `@${alias.code}` }));
}

export function withCompletion(command: string, { from, text }: Completion): string {
  return command.slice(0, from) + text;
}
