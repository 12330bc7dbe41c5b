/** What a sed script does besides printing: files it reads or writes, commands it runs. */

export interface SedScript {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** It runs something, or cannot be read. */
  readonly runs: boolean;
}

const UNREADABLE: SedScript = { reads: [], writes: [], runs: true };
const ADDRESS_NUMBER = /[0-9]+(?:~[0-9]+)?|\$/y;
const LABEL = /[ \t]*[A-Za-z0-9_]*/y;

export function readSed(text: string): SedScript {
  const reads: string[] = [];
  const writes: string[] = [];
  let runs = false;
  let at = 0;

  const match = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? '';
    at += found.length;
    return found;
  };
  /** Past the next unescaped delimiter; false where there is none, or a bracket makes it unclear which one it is. */
  const skipTo = (delimiter: string): boolean => {
    let bracket = false;
    for (; at < text.length; at += 1) {
      const char = text[at]!;
      if (char === '\\') at += 1;
      else if (char === '\n' && delimiter !== '\n') return false;
      else if (char === delimiter) {
        at += 1;
        return !bracket;
      } else if (char === '[') bracket = true;
      else if (char === ']') bracket = false;
    }
    return false;
  };
  const address = (): boolean => {
    if (match(ADDRESS_NUMBER) !== '') return true;
    const char = text[at];
    if (char !== '/' && char !== '\\') return false;
    at += char === '/' ? 1 : 2;
    if (!skipTo(char === '/' ? '/' : text[at - 1]!)) throw new Unreadable();
    match(/[IM]*/y);
    return true;
  };
  const line = (): string => match(/[^\n]*/y).trim();
  /** Text behind `a`, `i` and `c`: to the end of the line, and on where that ends in a backslash. */
  const skipText = (): void => {
    for (;;) {
      const said = match(/[^\n]*/y);
      if (!said.endsWith('\\') || at >= text.length) return;
      at += 1;
    }
  };
  const substitute = (): void => {
    const delimiter = text[at];
    at += 1;
    if (delimiter === undefined || /[\\\n;\w\s]/.test(delimiter)) throw new Unreadable();
    if (!skipTo(delimiter)) throw new Unreadable();
    for (; text[at] !== delimiter; at += 1) {
      if (at >= text.length) throw new Unreadable();
      if (text[at] === '\\') at += 1;
    }
    at += 1;
    match(/[gpiIm0-9M]*/y);
    if (text[at] === 'w') {
      at += 1;
      writes.push(line());
    } else if (text[at] === 'e') throw new Unreadable();
  };
  const command = (): void => {
    match(/[\s;]*/y);
    if (at >= text.length) return;
    if (text[at] === '#') return void line();
    if (text[at] === '}') {
      at += 1;
      return ended();
    }
    if (address()) {
      match(/[ \t]*/y);
      if (text[at] === ',') {
        at += 1;
        match(/[ \t]*/y);
        match(/[+~]/y);
        if (!address()) throw new Unreadable();
      }
    }
    match(/[ \t]*!*[ \t]*/y);
    const name = text[at];
    at += 1;
    if (name === undefined) throw new Unreadable();
    if (name === '{') return;
    if ('pPdDgGhHxnNlFz='.includes(name)) return ended();
    if (name === 'q' || name === 'Q' || name === 'l') return void (match(/[ \t]*[0-9]*/y), ended());
    if (name === ':' || name === 'b' || name === 't' || name === 'T') return void (match(LABEL), ended());
    if (name === 'a' || name === 'i' || name === 'c') return skipText();
    if (name === 'r' || name === 'R') return void reads.push(line());
    if (name === 'w' || name === 'W') return void writes.push(line());
    if (name === 'y') {
      const delimiter = text[at];
      at += 1;
      if (delimiter === undefined || /[\\\n\w\s]/.test(delimiter) || !skipTo(delimiter) || !skipTo(delimiter))
        throw new Unreadable();
      return ended();
    }
    if (name !== 's') throw new Unreadable();
    substitute();
    if (at < text.length && text[at] !== '\n') ended();
  };
  /** Behind a command only another one, the end of a block or of the line may stand. */
  const ended = (): void => {
    match(/[ \t]*/y);
    if (at < text.length && !/[;\n}#]/.test(text[at]!)) throw new Unreadable();
  };

  try {
    while (at < text.length) command();
  } catch (error) {
    if (error instanceof Unreadable) return UNREADABLE;
    throw error;
  }
  const known = (name: string) => name === '/dev/stdout' || name === '/dev/stderr' || name === '/dev/stdin';
  runs ||= [...reads, ...writes].some((name) => name === '');
  return { reads: reads.filter((name) => !known(name)), writes: writes.filter((name) => !known(name)), runs };
}

class Unreadable extends Error {}
