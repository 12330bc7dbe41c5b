// The one formula for what compaction saved.

/** Tokens saved: a quarter of the characters that were not sent. Raw text returned saves nothing. */
export function savedTokens(rawChars: number, returnedChars: number): number {
  return returnedChars >= rawChars ? 0 : Math.floor((rawChars - returnedChars) / 4);
}

/** Length as a person counts it: code points, not UTF-16 units. */
export function countChars(text: string): number {
  let pairs = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(i + 1);
      if (next >= 0xdc00 && next <= 0xdfff) {
        pairs++;
        i++;
      }
    }
  }
  return text.length - pairs;
}
