/** Any other answer as text: one line a row, without nulls and hashes. */

/** For audits by machines, not for reading. */
const NOT_FOR_READING = new Set(['hash', 'prev_hash', 'next_cursor', 'next_offset']);

export function rowsText(answer: Record<string, unknown>): string {
  const fields = Object.entries(answer).filter(([key, value]) => says(key, value));
  const lines: string[] = [];
  for (const [key, value] of fields) {
    if (isRows(value)) {
      if (fields.length > 1) lines.push(`${key}:`);
      lines.push(...value.map(rowText));
    } else lines.push(`${key}: ${valueText(value)}`);
  }
  for (const [key, value] of Object.entries(answer)) {
    if (Array.isArray(value) && value.length === 0) lines.push(`no ${key.replaceAll('_', ' ')}`);
  }
  if (typeof answer.next_cursor === 'string') lines.push(`… more: cursor ${answer.next_cursor}`);
  return [...lines, ...moreRows(answer)].join('\n');
}

export const moreRows = ({ next_offset: next }: { readonly next_offset?: unknown }): string[] =>
  next === undefined ? [] : [`… more: offset ${next}`];

const isRows = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.length > 0 && value.every((row) => typeof row === 'object' && row !== null);

function says(key: string, value: unknown): boolean {
  if (NOT_FOR_READING.has(key) || value === null || value === undefined || value === '') return false;
  return !Array.isArray(value) || value.length > 0;
}

/** The first field names the row; of the others each says what it is, unless that is plain. */
function rowText(row: Record<string, unknown>): string {
  const fields = Object.entries(row).filter(([key, value]) => says(key, value));
  return fields.map(([key, value], at) => (at === 0 ? valueText(value) : `${key} ${valueText(value)}`)).join(' · ');
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(' ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
