/** A slow second implementation to compare with: whole input, every pattern tried at every place. Tests only. */
import { folded, isSeparator, isWordByte } from '../../packages/server/src/redaction/normal-bytes.ts';
import type { Pattern, Patterns } from '../../packages/server/src/redaction/patterns.ts';

interface Char {
  readonly byte: number;
  readonly from: number;
  readonly to: number;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** A sequence that is interrupted, also by another one, ends where that shows: as terminals read it. */
const ANSI =
  /\x1b(?:\[[\x20-\x3f]*(?:[\x40-\x7e]|(?=[^\x20-\x7e]))|\][^\x07\n\x1b]*(?:\x07|(?=\n)|\x1b(?:[\x30-\x7e]|(?=[^\x30-\x7e])))|[\x20-\x2f](?:[\x30-\x7e]|(?=[^\x30-\x7e]))|[0-Z\\^-~]|(?=[^\x20-\x7e]))/y;
const ESCAPE =
  /%[0-9a-f]{2}|\\x[0-9a-f]{2}|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|\\u(?!d[89a-f])[0-9a-f]{4}|\\[ux]\{[0-9a-f]{1,6}\}|\\[0-3][0-7]{2}|\\[0-7]{1,2}(?=[\s\S])|\\[abefnrtvE]|\\[^\w%&\x1b]|&#\d{1,7};|&#x[0-9a-f]{1,6};|&(?:amp|lt|gt|quot|apos|nbsp);/iy;

export function naiveRedact(patterns: Patterns, input: Buffer): string {
  const text = input.toString('latin1');
  const found: Found[] = [];
  for (const view of [plainView(input), decodedView(text, false), decodedView(text, true)]) {
    const solid = view.flatMap(({ byte }, at) => (isSeparator[byte] === 0 ? [at] : []));
    const normal = String.fromCharCode(...solid.map((at) => folded[view[at]!.byte]!));
    for (const [wanted, meanings] of patterns) {
      for (let at = normal.indexOf(wanted); at >= 0; at = normal.indexOf(wanted, at + 1)) {
        const match = judge(view, solid[at]!, solid[at + wanted.length - 1]!, meanings, input);
        if (match !== null) found.push(match);
      }
    }
  }
  return cover(input, found);
}

function plainView(input: Buffer): Char[] {
  return [...input].map((byte, at) => ({ byte, from: at, to: at + 1 }));
}

function decodedView(text: string, undo: boolean): Char[] {
  const view: Char[] = [];
  for (let at = 0; at < text.length; ) {
    const ansi = matchAt(ANSI, text, at);
    const found = undo ? matchAt(ESCAPE, text, at) : null;
    const bytes = found === null ? null : decode(found);
    if (ansi !== null) {
      at += ansi.length;
    } else if (found !== null && bytes !== null) {
      const quoted = /^\\[^\w]$/.test(found) || found === '\\\n';
      for (const byte of bytes) view.push({ byte, from: quoted ? at + 1 : at, to: at + found.length });
      at += found.length;
    } else {
      view.push({ byte: text.charCodeAt(at), from: at, to: at + 1 });
      at++;
    }
  }
  return view;
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function decode(code: string): Buffer | null {
  const letters: Record<string, string> = {
    a: '\x07',
    b: '\b',
    e: '\x1b',
    E: '\x1b',
    f: '\f',
    n: '\n',
    r: '\r',
    t: '\t',
    v: '\v',
  };
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
  if (/^\\x\{/.test(code)) return points(Number.parseInt(code.slice(3), 16));
  if (/^(%|\\x)/i.test(code) && code[1] !== 'X') return Buffer.from(code.slice(-2), 'hex');
  if (/^\\u\{/.test(code)) return points(Number.parseInt(code.slice(3), 16));
  if (/^\\u/.test(code)) return Buffer.from(JSON.parse(`"${code.replaceAll('U', 'u')}"`) as string);
  if (/^\\[0-7]/.test(code)) return Buffer.of(Number.parseInt(code.slice(1), 8));
  if (/^&#x/i.test(code)) return points(Number.parseInt(code.slice(3), 16));
  if (/^&#/.test(code)) return points(Number.parseInt(code.slice(2), 10));
  if (code[0] === '&') return fromTable(entities, code.slice(1, -1));
  if (/^\\\w/.test(code)) return fromTable(letters, code.slice(1));
  return Buffer.from(code.slice(1), 'latin1');
}

function points(code: number): Buffer | null {
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? null : Buffer.from(String.fromCodePoint(code));
}

function fromTable(table: Record<string, string>, key: string): Buffer | null {
  return Object.hasOwn(table, key) ? Buffer.from(table[key]!) : null;
}

function judge(view: Char[], from: number, last: number, meanings: readonly Pattern[], input: Buffer): Found | null {
  const [start, end] = [view[from]!.from, view[last]!.to];
  const pattern = meanings.find(({ exactLength, token }) => {
    if (exactLength !== 0 && exactLength !== last - from + 1) return false;
    return token === null || standsAlone(input, start, end, token);
  });
  return pattern === undefined ? null : { start, end, name: pattern.name };
}

function standsAlone(input: Buffer, start: number, end: number, token: Buffer): boolean {
  if (isWordByte[input[start - 1] ?? 0x20] === 1 || isWordByte[input[end] ?? 0x20] === 1) return false;
  return input.subarray(start, end).equals(token);
}

function cover(input: Buffer, found: Found[]): string {
  let text = '';
  let covered = 0;
  let lastName = '';
  for (const { start, end, name } of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (end <= covered) continue;
    if (start > covered) text += input.toString('latin1', covered, start);
    if (start >= covered || name !== lastName) text += `{{${name}}}`;
    covered = end;
    lastName = name;
  }
  return text + input.toString('latin1', covered);
}
