/**
 * A value as the numbers that dumps and rarer encodings make of it. Many characters for each byte, so only for short
 * values.
 */

const BASE32_HEX = '0123456789ABCDEFGHIJKLMNOPQRSTUV';

export function numberTexts(bytes: Buffer, base32: readonly string[]): string[] {
  return [
    ...words(bytes, 2, (word, at) => String(word.readUInt16LE(at))),
    ...words(bytes, 2, (word, at) => String(word.readInt16LE(at))),
    ...words(bytes, 4, (word, at) => word.readUInt32LE(at).toString(16).padStart(8, '0')),
    ...words(bytes, 8, (word, at) => word.readBigUInt64LE(at).toString(16).padStart(16, '0')),
    ...words(bytes, 4, (word, at) => String(word.readUInt32LE(at))),
    ...words(bytes, 4, (word, at) => String(word.readInt32LE(at))),
    [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join(''),
    ...base32.map((text) => text.replace(/./g, (char) => BASE32_HEX[base32Digit(char)]!)),
  ];
}

/** Little-endian words as `od` and `hexdump` print them, from each address where the value may begin. */
function words(bytes: Buffer, size: number, print: (bytes: Buffer, at: number) => string): string[] {
  return Array.from({ length: size }, (_, first) => {
    const texts: string[] = [];
    for (let at = first; at + size <= bytes.length; at += size) texts.push(print(bytes, at));
    return texts.join('');
  });
}

function base32Digit(char: string): number {
  return char >= 'A' ? char.charCodeAt(0) - 65 : char.charCodeAt(0) - 24;
}
