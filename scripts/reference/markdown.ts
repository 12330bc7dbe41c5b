/** Small pieces of Markdown. */

export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeCell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)];
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** A JSON Schema in a few words: what a reader needs to write a value. */
export function typeOf(schema: Record<string, unknown>): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  const options = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(options)) return [...new Set(options.map((option) => typeOf(option)))].join(' or ');
  if (schema.type === 'array') return `array of ${typeOf((schema.items ?? {}) as Record<string, unknown>)}`;
  return `${String(schema.type ?? 'any')}${boundsOf(schema)}`;
}

function boundsOf({ minimum, maximum, minLength, maxLength, pattern, format }: Record<string, unknown>): string {
  const safe = (bound: unknown): bound is number => typeof bound === 'number' && Math.abs(bound) < 2 ** 53 - 1;
  if (safe(minimum) && safe(maximum)) return `, ${minimum} to ${maximum}`;
  if (typeof format === 'string') return `, ${format}`;
  if (typeof pattern === 'string') return `, \`${pattern}\``;
  if (maxLength !== undefined) return `, ${minLength ?? 0} to ${String(maxLength)} characters`;
  return '';
}
