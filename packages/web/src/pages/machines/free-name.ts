/** A name for a new secret that no other one has. */

export function freeName(wish: string, taken: readonly string[]): string {
  const base = wish
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=\d)/, '_')
    .slice(0, 50)
    .replace(/_+$/, '');
  let name = base;
  for (let number = 2; taken.includes(name); number++) name = `${base}_${number}`;
  return name;
}
