/** A backslash and what follows it inside `$'…'`, as bash decodes it. */

const LETTERS: Readonly<Record<string, string>> = {
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
const NUMBER = /\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8}))/y;

/** `length` includes the backslash. A byte above 127 becomes the character with that number. */
export function decodeEscape(text: string, at: number): { length: number; value: string } {
  const next = text[at + 1];
  if (next === undefined) return { length: 1, value: '\\' };
  NUMBER.lastIndex = at;
  const number = NUMBER.exec(text);
  if (number !== null) {
    const [whole, octal, hex, short, long] = number;
    const code = octal === undefined ? Number.parseInt((hex ?? short ?? long)!, 16) : Number.parseInt(octal, 8) & 0xff;
    return { length: whole.length, value: code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd' };
  }
  if (next === 'c' && text[at + 2] !== undefined && text[at + 2] !== "'") {
    return { length: 3, value: String.fromCharCode(text.charCodeAt(at + 2) & 0x1f) };
  }
  const letter = LETTERS[next];
  if (letter !== undefined) return { length: 2, value: letter };
  return { length: 2, value: `'"\\?`.includes(next) ? next : `\\${next}` };
}
