// Documents and records of JSON, read for their fields.

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The document, or undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One record per line, or null when a line is not one. */
export function readRecords(lines: readonly string[], tick: () => void): Fields[] | null {
  const records: Fields[] = [];
  for (const line of lines) {
    if (line === '') continue;
    tick();
    if (!line.startsWith('{')) return null;
    const record = parseJson(line);
    if (!isFields(record)) return null;
    records.push(record);
  }
  return records.length > 0 ? records : null;
}
