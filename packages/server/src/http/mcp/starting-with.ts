/** The values that begin with what was typed, whatever its case. */
export function startingWith(typed: string, values: readonly string[]): string[] {
  const beginning = typed.toLowerCase();
  return values.filter((value) => value.toLowerCase().startsWith(beginning));
}
