/** The normalised stream: ASCII in lower case, without separators (blanks, quotes, backslashes, NUL). */

/**
 * What tools put between the characters of a value: line breaks, indentation, CRLF, shell and JSON quoting. NUL is
 * between the letters of UTF-16.
 */
const SEPARATORS = '\0\t\n\v\f\r "\'\\';

/** Byte → 1 for a separator. */
export const isSeparator: Uint8Array = new Uint8Array(256);
for (const char of SEPARATORS) isSeparator[char.charCodeAt(0)] = 1;

/** Byte → its lower-case form (ASCII only). */
export const folded: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte,
);

/** Byte → 1 if it may be inside a word. Every byte of a multi-byte character counts. */
export const isWordByte: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 || /\w/.test(String.fromCharCode(byte)) ? 1 : 0,
);

export function normalise(bytes: Buffer): Buffer {
  const normal = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (const byte of bytes) if (isSeparator[byte] === 0) normal[length++] = folded[byte]!;
  return normal.subarray(0, length);
}

/** Without the separators at either end: they do not make the value secret, and cannot be told from quoting. */
export function trimSeparators(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && SEPARATORS.includes(text[from]!)) from++;
  while (to > from && SEPARATORS.includes(text[to - 1]!)) to--;
  return text.slice(from, to);
}
