/**
 * Texts that are made to be expensive: long lines, many tiny ones, deep nesting, near matches, terminal escapes. The
 * same seed gives the same text.
 */

export type Random = (below: number) => number;

export function randomSource(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
}

const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)] as T;

/** What filters look for, and what makes them look twice. */
const CRUMBS = [
  'error',
  'Error:',
  'warning',
  'FAIL',
  'panic: ',
  'at ',
  '    at Object.<anonymous> (/a/b.js:1:2)',
  'diff --git a/x b/x',
  '@@ -1 +1 @@',
  '+++ b/x',
  '--- a/x',
  'E0115 12:00:00.000000    1 a.go:1] x',
  '2026-01-01T00:00:00Z',
  '127.0.0.1 - - [',
  '{"a":',
  '[',
  '{',
  '"',
  '\\"',
  '<div ',
  '</',
  '<!--',
  '|',
  '+--',
  '───',
  '│ ',
  '├── ',
  '│   ',
  'a/b/',
  '../',
  '::',
  '=>',
  '0x1234',
  '12:34:56',
  '(×3)',
  '100%',
  '[####',
  'ok 1 - ',
  'not ok',
  '# ',
  '* ',
  '- ',
  '  ',
  '\t',
  'key=value ',
  'goroutine 1 [',
  '==1==',
  'src/a.ts(1,2): ',
  'a.c:1:2: ',
  '#1 0.1 ',
  ' => => ',
  '~ ',
  'Caused by: ',
  'Traceback (most',
  'é',
  '\u2028',
  '😀',
];
const ESCAPES = [
  '\x1b[31m',
  '\x1b[',
  '\x1b]0;',
  '\x1b]8;;',
  '\x9b',
  '\x1b',
  '\r',
  '\b',
  '\x1b[2K',
  '\x1bP',
  '\x07',
  '\x1b(B',
];

const repeatTo = (size: number, piece: string): string =>
  piece.repeat(Math.ceil(size / Math.max(1, piece.length))).slice(0, size);

type Maker = (random: Random, size: number) => string;

const crumbs = (random: Random, most: number): string =>
  Array.from({ length: 1 + random(most) }, () => pick(random, CRUMBS)).join('');

export const TEXT_MAKERS: Readonly<Record<string, Maker>> = {
  'one long line': (random, size) => repeatTo(size, crumbs(random, 3)),
  'many tiny lines': (random, size) =>
    repeatTo(size, `${pick(random, ['', 'y', '-', ' ', 'a', '0', '}', '|', '#'])}\n`),
  'tiny lines, all different': (random, size) => {
    const step = 1 + random(1_000);
    const lines: string[] = [];
    for (let length = 0, i = 0; length < size; i += step) length += lines.push(i.toString(36)) && 5;
    return lines.join('\n').slice(0, size);
  },
  'deep nesting': (random, size) => {
    const [open, close] = pick(random, [
      ['[', ']'],
      ['{"a":', '}'],
      ['(', ')'],
      ['<b>', '</b>'],
      ['{\n', '}\n'],
    ] as const);
    const depth = Math.floor(size / (open.length + close.length));
    return open.repeat(depth) + (random(2) === 0 ? close.repeat(depth) : '');
  },
  'ever deeper indents': (random, size) => {
    const lines: string[] = [];
    const unit = pick(random, [' ', '  ', '│   ', '\t']);
    for (let length = 0, depth = 0; length < size; depth++) {
      const line = `${unit.repeat(depth % 400)}${pick(random, CRUMBS)}`;
      length += line.length + 1;
      lines.push(line);
    }
    return lines.join('\n').slice(0, size);
  },
  'near matches': (random, size) => {
    const [line, last] = [crumbs(random, 6), crumbs(random, 2)];
    return repeatTo(size, `${line}${line.slice(0, random(line.length + 1))}${last}\n`);
  },
  'near matches, numbered': (random, size) => {
    const [before, after] = [crumbs(random, 4), crumbs(random, 4)];
    const lines: string[] = [];
    for (let length = 0, i = 0; length < size; i++) {
      const line = `${before}${i}${after}`;
      length += line.length + 1;
      lines.push(line);
    }
    return lines.join('\n').slice(0, size);
  },
  'terminal escapes': (random, size) =>
    repeatTo(size, `${pick(random, ESCAPES)}${pick(random, ['', '0', ';', 'x', '\n', '31;'])}${pick(random, ESCAPES)}`),
  'a soup': (random, size) => {
    let text = '';
    while (text.length < size) {
      const piece = random(4) === 0 ? pick(random, ESCAPES) : crumbs(random, 4);
      text += piece.repeat(random(8) === 0 ? 50 : 1) + pick(random, ['\n', '\n\n', ' ', '', '\r\n']);
    }
    return text.slice(0, size);
  },
};

export interface PathologicalText {
  readonly kind: string;
  /** The same text, repeated to the given length. */
  readonly make: (size: number) => string;
}

export function pathologicalText(seed: number): PathologicalText {
  const kinds = Object.keys(TEXT_MAKERS);
  const kind = kinds[seed % kinds.length] as string;
  return { kind, make: (size) => (TEXT_MAKERS[kind] as Maker)(randomSource(seed), size) };
}
