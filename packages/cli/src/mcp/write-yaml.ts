/** Plain data as YAML. Text is written as in JSON, which YAML reads too. */

export function writeYaml(value: Readonly<Record<string, unknown>>, indent = ''): string {
  return Object.entries(value)
    .map(([key, inner]) => `${indent}${key}:${writeInner(inner, `${indent}  `)}`)
    .join('');
}

function writeInner(value: unknown, indent: string): string {
  if (Array.isArray(value)) return `\n${value.map((item) => writeItem(item, indent)).join('')}`;
  if (typeof value === 'object' && value !== null) return `\n${writeYaml(value as Record<string, unknown>, indent)}`;
  return ` ${JSON.stringify(value)}\n`;
}

/** The first line of an item follows its dash. */
function writeItem(item: unknown, indent: string): string {
  if (typeof item !== 'object' || item === null) return `${indent}- ${JSON.stringify(item)}\n`;
  const lines = writeYaml(item as Record<string, unknown>, `${indent}  `);
  return `${indent}- ${lines.slice(indent.length + 2)}`;
}
