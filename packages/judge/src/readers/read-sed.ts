/** What a sed script does besides printing: files it reads or writes, commands it runs. */

export interface SedScript {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** It runs something, or cannot be read. */
  readonly runs: boolean;
}

class Unreadable extends Error {}

/** Over the script, with what was found on the way. */
interface Cursor {
  readonly text: string;
  at: number;
  readonly reads: string[];
  readonly writes: string[];
}

export function readSed(text: string): SedScript {
  const cursor: Cursor = { text, at: 0, reads: [], writes: [] };
  try {
    while (cursor.at < text.length) readCommand(cursor);
  } catch (error) {
    if (error instanceof Unreadable) return { reads: [], writes: [], runs: true };
    throw error;
  }
  const files = (names: readonly string[]) => names.filter((name) => !/^\/dev\/std(?:in|out|err)$/.test(name));
  return { reads: files(cursor.reads), writes: files(cursor.writes), runs: false };
}

function match(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0] ?? '';
  cursor.at += found.length;
  return found;
}

function fail(): never {
  throw new Unreadable();
}

function readCommand(cursor: Cursor): void {
  match(cursor, /[\s;]*/y);
  const { text } = cursor;
  if (cursor.at >= text.length) return;
  if (text[cursor.at] === '#') {
    match(cursor, /[^\n]*/y);
    return;
  }
  readAddresses(cursor);
  const name = text[cursor.at] ?? fail();
  cursor.at += 1;
  if (name === '{') return;
  if (name === 'a' || name === 'i' || name === 'c') skipText(cursor);
  else if ('rR'.includes(name)) cursor.reads.push(fileName(cursor));
  else if ('wW'.includes(name)) cursor.writes.push(fileName(cursor));
  else if (name === 's') readSubstitution(cursor);
  else if (name === 'y') skipBoth(cursor);
  else if (':btT'.includes(name)) match(cursor, /[ \t]*[A-Za-z0-9_]*/y);
  else if ('qQl'.includes(name)) match(cursor, /[ \t]*[0-9]*/y);
  else if (!'pPdDgGhHxnNFz=}'.includes(name)) fail();
  // Behind a command only another one, the end of a block or of the line may stand.
  match(cursor, /[ \t]*/y);
  if (cursor.at < text.length && !/[;\n}#]/.test(text[cursor.at]!)) fail();
}

function readAddresses(cursor: Cursor): void {
  if (readAddress(cursor)) {
    match(cursor, /[ \t]*/y);
    if (match(cursor, /,[ \t]*[+~]?/y) !== '' && !readAddress(cursor)) fail();
  }
  match(cursor, /[ \t]*!*[ \t]*/y);
}

function readAddress(cursor: Cursor): boolean {
  if (match(cursor, /[0-9]+(?:~[0-9]+)?|\$/y) !== '') return true;
  const { text, at } = cursor;
  const delimiter = text[at] === '/' ? '/' : text[at] === '\\' ? text[at + 1] : undefined;
  if (delimiter === undefined) return false;
  cursor.at += text[at] === '/' ? 1 : 2;
  skipExpression(cursor, delimiter);
  match(cursor, /[IM]*/y);
  return true;
}

/** Past the delimiter. Inside of brackets some take it for one and others do not. */
function skipExpression(cursor: Cursor, delimiter: string): void {
  const { text } = cursor;
  let bracket = false;
  for (; ; cursor.at += 1) {
    const char = text[cursor.at];
    if (char === undefined || char === '\n') fail();
    if (char === '\\') cursor.at += 1;
    else if (char === delimiter) {
      cursor.at += 1;
      if (bracket) fail();
      return;
    } else if (char === '[') bracket = true;
    else if (char === ']') bracket = false;
  }
}

function skipReplacement(cursor: Cursor, delimiter: string): void {
  const { text } = cursor;
  for (; text[cursor.at] !== delimiter; cursor.at += 1) {
    const char = text[cursor.at];
    if (char === undefined || char === '\n') fail();
    if (char === '\\') cursor.at += 1;
  }
  cursor.at += 1;
}

function takeDelimiter(cursor: Cursor): string {
  const delimiter = cursor.text[cursor.at] ?? fail();
  if (/[\\\w\s;]/.test(delimiter)) fail();
  cursor.at += 1;
  return delimiter;
}

function skipBoth(cursor: Cursor): void {
  const delimiter = takeDelimiter(cursor);
  skipReplacement(cursor, delimiter);
  skipReplacement(cursor, delimiter);
}

/** The flag `w` writes; `e` runs what came of it, and is not among those that are known. */
function readSubstitution(cursor: Cursor): void {
  const delimiter = takeDelimiter(cursor);
  skipExpression(cursor, delimiter);
  skipReplacement(cursor, delimiter);
  match(cursor, /[gpiImM0-9]*/y);
  if (cursor.text[cursor.at] !== 'w') return;
  cursor.at += 1;
  cursor.writes.push(fileName(cursor));
}

/** To the end of the line, whatever stands there. */
function fileName(cursor: Cursor): string {
  return match(cursor, /[^\n]*/y).trim() || fail();
}

/** Text behind `a`, `i` and `c`: to the end of the line, and on where that ends in a backslash. */
function skipText(cursor: Cursor): void {
  for (;;) {
    const line = match(cursor, /[^\n]*/y);
    if (!line.endsWith('\\') || cursor.at >= cursor.text.length) return;
    cursor.at += 1;
  }
}
