/** Reads one escape (`%41`, `\x41`, `\x{41}`, `\101`, `\u0041`, `\n`, `&#65;`, `&amp;`) from its first byte on. */

const PERCENT = 0x25;
const AMPERSAND = 0x26;
const BACKSLASH = 0x5c;

/** The longest escape: two `\u` halves of one character. */
export const MAX_ESCAPE = 12;

export type Reading =
  /** Could still become an escape. */
  | 'more'
  /** It is none: the bytes mean themselves. */
  | 'none'
  | {
      readonly bytes: Buffer;
      /** The escape ended before the last byte given. */
      readonly early: boolean;
      /** A backslash before a character that means itself: the backslash is not part of the value. */
      readonly quoted: boolean;
    };

const LETTERS = new Map(
  Object.entries({ a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }),
);
const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }));

const IS_HEX = table(/[0-9a-f]/i);
const OPENS_ENTITY = table(/[#a-z]/i);
/**
 * After a backslash: letters that make an escape, and characters that it only quotes. A second backslash would hide a
 * third.
 */
const DECODES = table(/[0-7xuUabefnrtvE\\]/);
const QUOTES = table(/[^\w%&\x1b]/);

export function startsEscape(byte: number): boolean {
  return byte === PERCENT || byte === AMPERSAND || byte === BACKSLASH;
}

/**
 * Whether an escape may begin at `index`, as far as the bytes tell. False if undoing it would change nothing, which
 * saves a side track. `countsBytes`: some pattern depends on how many bytes a match spans.
 */
export function mayEscape(bytes: Buffer, index: number, countsBytes: boolean): boolean {
  const next = bytes[index + 1];
  if (next === undefined) return true;
  if (bytes[index] === PERCENT) return IS_HEX[next] === 1 && IS_HEX[bytes[index + 2] ?? 0x30] === 1;
  if (bytes[index] === AMPERSAND) return OPENS_ENTITY[next] === 1;
  return DECODES[next] === 1 || (countsBytes && QUOTES[next] === 1);
}

/** The meaning of the bytes read so far, as latin1 text beginning with `%`, `&` or a backslash. */
export function readEscape(text: string): Reading {
  if (text.length < 2) return 'more';
  if (text[0] === '%') return fixedHex(text, 1, 2, byte);
  return text[0] === '&' ? entity(text) : backslash(text);
}

function backslash(text: string): Reading {
  const kind = text[1]!;
  if (kind === 'x') return text[2] === '{' ? bracedHex(text) : fixedHex(text, 2, 2, byte);
  if (kind === 'U') return fixedHex(text, 2, 8, codePoint);
  if (kind === 'u') return text[2] === '{' ? bracedHex(text) : unicode(text);
  if (kind >= '0' && kind <= '7') return octal(text);
  const letter = LETTERS.get(kind);
  if (letter !== undefined) return whole(Buffer.from(letter));
  // `\"`, `\/`, `\ `: the character itself. Letters, and what may start a sequence of its own, are left as they are.
  if (QUOTES[kind.charCodeAt(0)] === 0) return 'none';
  return { bytes: Buffer.from(kind, 'latin1'), early: false, quoted: true };
}

function fixedHex(text: string, from: number, digits: number, make: (code: number) => Reading): Reading {
  const hex = text.slice(from);
  if (!isHex(hex)) return 'none';
  return hex.length < digits ? 'more' : make(Number.parseInt(hex, 16));
}

function bracedHex(text: string): Reading {
  const hex = text.slice(3);
  if (hex.endsWith('}')) return hex.length > 1 ? codePoint(Number.parseInt(hex, 16)) : 'none';
  return isHex(hex) && hex.length <= 6 ? 'more' : 'none';
}

/** `\u0041`, and the two halves of a character beyond U+FFFF. */
function unicode(text: string): Reading {
  const first = fixedHex(text.slice(0, 6), 2, 4, codePoint);
  if (first !== 'none' || text.length < 6 || !/^\\ud[89ab]/i.test(text)) return first;
  const rest = text.slice(6);
  if (!/^(\\(u(d([c-f][0-9a-f]{0,2})?)?)?)?$/i.test(rest)) return 'none';
  if (rest.length < 6) return 'more';
  const [high, low] = [text.slice(2, 6), rest.slice(2)].map((hex) => Number.parseInt(hex, 16));
  return codePoint(0x10000 + ((high! - 0xd800) << 10) + (low! - 0xdc00));
}

function octal(text: string): Reading {
  const digits = text.slice(1);
  const early = !/^[0-7]+$/.test(digits) || Number.parseInt(digits, 8) > 0xff;
  if (!early && digits.length < 3) return 'more';
  return byte(Number.parseInt(early ? digits.slice(0, -1) : digits, 8), early);
}

function entity(text: string): Reading {
  const name = text.slice(1);
  if (!name.endsWith(';')) return /^(#(x[0-9a-f]{0,6}|\d{0,7})?|[a-z]{1,4})$/i.test(name) ? 'more' : 'none';
  const named = ENTITIES.get(name.slice(0, -1));
  if (named !== undefined) return whole(Buffer.from(named));
  if (/^#\d+;$/.test(name)) return codePoint(Number.parseInt(name.slice(1), 10));
  return /^#x[0-9a-f]+;$/i.test(name) ? codePoint(Number.parseInt(name.slice(2), 16)) : 'none';
}

function byte(code: number, early = false): Reading {
  return whole(Buffer.of(code), early);
}

function codePoint(code: number): Reading {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return 'none';
  return whole(Buffer.from(String.fromCodePoint(code)));
}

function whole(bytes: Buffer, early = false): Reading {
  return { bytes, early, quoted: false };
}

function isHex(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (IS_HEX[text.charCodeAt(at)] !== 1) return false;
  return true;
}

function table(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0));
}
