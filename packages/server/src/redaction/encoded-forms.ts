/**
 * The forms in which tools print a value. Escapes (`%41`, `\x41`, `&#65;` …) are not here, because the unescaping track
 * undoes them.
 */

import { beyondAscii, characterName, latin1 } from './listing-forms.ts';
import { numberTexts } from './number-forms.ts';

/** `plain` forms look like the value itself; `encoded` ones do not occur in ordinary text. */
export interface Form {
  readonly bytes: Buffer;
  readonly kind: 'plain' | 'encoded';
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const DOUBLE_WRAP = 76;

/** Every form: about 80 characters for each byte of the value, and as many again for the `rare` ones. */
export function allForms(value: string, rare = true): Form[] {
  const bytes = Buffer.from(value);
  const list = [...bytes];
  const wide = Buffer.from(value, 'utf16le');
  const inBase32 = base32(bytes);
  const forms = [
    ...leanForms(value),
    ...plain(rot13(value), escapedLetters(value), quotedPrintable(bytes), ...beyondAscii(value)),
    ...[latin1(value), wide].flatMap((form) => (form === null ? [] : [{ bytes: form, kind: 'plain' as const }])),
    ...encoded(
      ...base64Both(wide),
      ...inBase32,
      ...base64(bytes).flatMap((inner) => base64(Buffer.from(inner))),
      ...jsonTexts(value).flatMap((text) => base64(Buffer.from(text))),
      list.map(hex).join(':'),
      list.map(hex).join('-'),
      list.map((byte) => `0x${hex(byte)}`).join(','),
      ...words(bytes, (low, high) => hex(high) + hex(low)),
      list.map((byte) => octal(byte, 3)).join(''),
      ...words(bytes, (low, high) => octal(low + high * 256, 6)),
      list.join(''),
      list.join(','),
    ),
  ];
  if (!rare) return forms;
  return [
    ...forms,
    // Escaped twice: the unescaping track undoes one level.
    ...plain(encodeURIComponent(value).replace(/[!'()*]/g, (char) => `%${hex(char.charCodeAt(0))}`)),
    ...plain([...value].join(','), list.map(characterName).join('')),
    ...encoded(
      wide.toString('hex'),
      list.map(hex).join(','),
      list.map(hex).join('.'),
      list.map(hex).join('|'),
      ...tripleBase64(bytes),
      list.map((byte) => `0x${hex(byte)}`).join(''),
      list.map((byte) => octal(byte, 4)).join(''),
      ...numberTexts(bytes, inBase32),
    ),
  ];
}

/**
 * The forms used for very long values: about 10 characters for each byte. One at a time, because each takes some time.
 */
export function* leanForms(value: string): Generator<Form> {
  const bytes = Buffer.from(value);
  yield* plain(value);
  yield* plain([...value].reverse().join(''));
  yield* plain(value.replaceAll(' ', '+'), jsonLetters(value));
  for (let shift = 0; shift < 3; shift++) yield* encoded(...bothAlphabets(base64At(bytes, shift)));
  yield* encoded(bytes.toString('hex'));
  yield* encoded(...wrappedDouble(bytes));
}

function plain(...texts: string[]): Form[] {
  return texts.map((text) => ({ bytes: Buffer.from(text), kind: 'plain' }));
}

function encoded(...texts: string[]): Form[] {
  return texts.map((text) => ({ bytes: Buffer.from(text), kind: 'encoded' }));
}

/**
 * The encoding at every alignment of the value in the encoded data, trimmed to the characters whose bits all come from
 * the value, because the bytes before and after it are not known.
 */
function aligned(bytes: Buffer, bitsPerChar: number, alignments: number, encode: (bytes: Buffer) => string): string[] {
  return Array.from({ length: alignments }, (_, shift) => alignedAt(bytes, bitsPerChar, shift, encode));
}

function alignedAt(bytes: Buffer, bitsPerChar: number, shift: number, encode: (bytes: Buffer) => string): string {
  const text = encode(Buffer.concat([Buffer.alloc(shift), bytes]));
  const first = Math.ceil((shift * 8) / bitsPerChar);
  return text.slice(first, Math.floor(((shift + bytes.length) * 8) / bitsPerChar));
}

function base64At(bytes: Buffer, shift: number): string {
  return alignedAt(bytes, 6, shift, (part) => part.toString('base64'));
}

function base64(bytes: Buffer): string[] {
  return [0, 1, 2].map((shift) => base64At(bytes, shift));
}

function bothAlphabets(text: string): string[] {
  return [text, text.replaceAll('+', '-').replaceAll('/', '_')];
}

function base64Both(bytes: Buffer): string[] {
  return base64(bytes).flatMap(bothAlphabets);
}

function base32(bytes: Buffer): string[] {
  return aligned(bytes, 5, 5, (part) => {
    let text = '';
    let bits = 0;
    let held = 0;
    for (const byte of part) {
      held = (held << 8) | byte;
      for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(held >> (bits - 5)) & 31];
      held &= 31;
    }
    return text;
  });
}

/** `base64 | base64` of a long value: the first one breaks lines, and the second one encodes the breaks. */
function wrappedDouble(bytes: Buffer): string[] {
  const inner = base64At(bytes, 0);
  if (inner.length <= DOUBLE_WRAP) return [];
  const lines = Array.from({ length: Math.ceil(inner.length / DOUBLE_WRAP) }, (_, line) =>
    inner.slice(line * DOUBLE_WRAP, (line + 1) * DOUBLE_WRAP),
  );
  return [base64At(Buffer.from(lines.join('\n')), 0)];
}

/**
 * Only of the value alone, and with the line breaks of `base64 | base64 | base64`. All alignments of all rounds would
 * be 27.
 */
function tripleBase64(bytes: Buffer): string[] {
  const wrap = (text: string): string => text.replace(/.{76}(?=.)/g, '$&\n');
  const once = (text: string): string => base64At(Buffer.from(text), 0);
  const plain = once(once(once(bytes.toString())));
  const wrapped = once(wrap(Buffer.from(`${wrap(bytes.toString('base64'))}\n`).toString('base64')));
  return [...new Set([plain, wrapped])];
}

/** As it appears inside a JSON string, if that differs: by most writers, in ASCII only, and with slashes escaped. */
function jsonTexts(value: string): string[] {
  const text = JSON.stringify(value).slice(1, -1);
  const ascii = text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [...new Set([text, ascii, ascii.replaceAll('/', '\\/')])].filter((form) => form !== value);
}

/** Without its line breaks, which may be anywhere. */
function quotedPrintable(bytes: Buffer): string {
  return [...bytes]
    .map((byte) => (byte === 0x3d || byte > 0x7e ? `=${hex(byte)}` : String.fromCharCode(byte)))
    .join('');
}

/** 16-bit little-endian words, as `hexdump` and `od` print them by default, from an even and from an odd address. */
function words(bytes: Buffer, print: (low: number, high: number) => string): string[] {
  return [0, 1].map((parity) => {
    let text = '';
    for (let at = parity; at + 1 < bytes.length; at += 2) text += print(bytes[at]!, bytes[at + 1]!);
    return text;
  });
}

/** JSON escapes without their backslashes: what is left of them after any number of nested quotings. */
function jsonLetters(value: string): string {
  return JSON.stringify(value).slice(1, -1).replaceAll('\\', '');
}

function escapedLetters(value: string): string {
  return jsonLetters(value).replace(/[^\0-\x7f]/g, (unit) => `u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export function rot13(value: string): string {
  return value.replace(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0);
    return String.fromCharCode((code & 31) > 13 ? code - 13 : code + 13);
  });
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

function octal(number: number, digits: number): string {
  return number.toString(8).padStart(digits, '0');
}
