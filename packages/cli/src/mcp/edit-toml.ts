/** Puts one table into a TOML file and leaves every other line where it was. */
import { CliError } from '../cli-error.ts';
import { tell } from '../words/tell.ts';

type Table = Readonly<Record<string, unknown>>;

export function setTable(text: string, path: readonly string[], table: Table): string {
  const lines = text.split('\n');
  const headers = headersOf(lines);
  const root = lines.slice(0, headers[0]?.at ?? lines.length);
  if (root.some((line) => new RegExp(`^\\s*["']?${path[0]}["']?\\s*[.=]`).test(line))) {
    throw new CliError(tell('toml_not_tables', { key: path[0] ?? '' }));
  }
  const written = writeTable(path, table);
  const own = headers.findIndex(({ keys }) => startsWith(keys, path));
  if (own < 0) return `${text.trimEnd()}${text.trim() === '' ? '' : '\n\n'}${written}`;
  // The entry may consist of several tables, one after the other.
  let end = own;
  while (end < headers.length && startsWith(headers[end]!.keys, path)) end += 1;
  const after = lines.slice(headers[end]?.at ?? lines.length);
  const before = lines.slice(0, headers[own]!.at);
  return [...before, ...written.trimEnd().split('\n'), ...(after.length === 0 ? [''] : ['', ...after])].join('\n');
}

/** Takes the tables of an entry out. Null: it has none here. */
export function removeTable(text: string, path: readonly string[]): string | null {
  const lines = text.split('\n');
  const headers = headersOf(lines);
  const own = headers.findIndex(({ keys }) => startsWith(keys, path));
  if (own < 0) return null;
  let end = own;
  while (end < headers.length && startsWith(headers[end]!.keys, path)) end += 1;
  const before = lines.slice(0, headers[own]!.at).join('\n').trimEnd();
  const after = lines.slice(headers[end]?.at ?? lines.length).join('\n');
  return [before, after]
    .filter((part) => part !== '')
    .join('\n\n')
    .replace(/\n*$/, '\n');
}

/** `[a.b]` and `[[a.b]]`, but not a line that looks like one inside a multi-line text. */
function headersOf(lines: readonly string[]): { readonly at: number; readonly keys: string[] }[] {
  const headers: { at: number; keys: string[] }[] = [];
  let within: string | null = null;
  for (const [at, line] of lines.entries()) {
    const header = within === null ? /^\s*\[{1,2}([^\]]+)\]{1,2}\s*(?:#.*)?$/.exec(line)?.[1] : undefined;
    if (header !== undefined)
      headers.push({ at, keys: [...header.matchAll(/"([^"]*)"|'([^']*)'|([\w-]+)/g)].map(keyOf) });
    for (const [mark] of line.matchAll(/"""|'''/g)) {
      if (within === null) within = mark;
      else if (within === mark) within = null;
    }
  }
  return headers;
}

const keyOf = ([, double, single, bare]: RegExpMatchArray): string => double ?? single ?? bare ?? '';

function startsWith(keys: readonly string[], path: readonly string[]): boolean {
  return path.every((key, at) => keys[at] === key);
}

function writeTable(path: readonly string[], table: Table): string {
  const values = Object.entries(table).map(([key, value]) => `${writeKey(key)} = ${writeValue(value)}`);
  return `[${path.map(writeKey).join('.')}]\n${values.join('\n')}\n`;
}

const writeKey = (key: string): string => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key));

/** Texts, numbers and the like are written as in JSON, and tables inside a table on one line. */
function writeValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)} = ${writeValue(inner)}`)
    .join(', ')} }`;
}
