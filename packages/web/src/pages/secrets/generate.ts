/** Random values, made by the browser. */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export const ALPHABETS = {
  letters: LETTERS,
  // None that a shell, a URL or a connection string reads as something else.
  symbols: `${LETTERS}-_.~+=@^,`,
  hex: '0123456789abcdef',
  digits: '0123456789',
} as const;
export type Alphabet = keyof typeof ALPHABETS;

export const GENERATED = { least: 8, most: 256, usual: 32 } as const;

/** Every character is as likely as any other: bytes that would favour the first ones are thrown away. */
export function generate(
  length: number,
  alphabet: Alphabet,
  random = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
): string {
  const letters = ALPHABETS[alphabet];
  const fair = 256 - (256 % letters.length);
  let text = '';
  while (text.length < length) {
    for (const byte of random(new Uint8Array(length * 2))) {
      if (byte < fair && text.length < length) text += letters[byte % letters.length];
    }
  }
  return text;
}
