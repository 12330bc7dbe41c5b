// The one formula for what compaction saved.

/** Tokens saved: a quarter of the characters that were not sent. Raw text returned saves nothing. */
export function savedTokens(rawChars: number, returnedChars: number): number {
  return returnedChars >= rawChars ? 0 : Math.floor((rawChars - returnedChars) / 4);
}

/** Where clients cut what a command printed, if nobody else does. */
const PLAIN_CHARS = 30_000;

/** What plain output would have cost, less all that was answered about it. */
export const savedByAnswer = (plainChars: number, answeredChars: number): number =>
  savedTokens(Math.min(plainChars, PLAIN_CHARS), answeredChars);

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

/** Length as a person counts it: code points, not UTF-16 units. */
export function countChars(text: string): number {
  let pairs = 0;
  PAIR.lastIndex = 0;
  while (PAIR.test(text)) pairs++;
  return text.length - pairs;
}
