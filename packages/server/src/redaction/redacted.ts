/** Brands for output that went through a redactor: only what carries one may be stored, logged, compacted or returned. */

declare const redacted: unique symbol;

/** Text in which no secret of the vault is left. Raw output is a plain `string` and does not fit here. */
export type RedactedText = string & { readonly [redacted]: true };

/** Bytes in which no secret of the vault is left. */
export type RedactedBytes = Buffer & { readonly [redacted]: true };

/** The one place where the brand is put on; called by the redactor, and not exported from the room. */
export function brandBytes(bytes: Buffer): RedactedBytes {
  return bytes as RedactedBytes;
}

export function brandText(text: string): RedactedText {
  return text as RedactedText;
}

/** Whole output from its pieces. Bytes that are not UTF-8 become U+FFFD, so that JSON can carry them. */
export function redactedTextOf(pieces: readonly RedactedBytes[]): RedactedText {
  const [first, ...others] = pieces;
  return brandText((others.length === 0 ? (first ?? Buffer.alloc(0)) : Buffer.concat(pieces)).toString('utf8'));
}

/** Words of the service itself, to stand between pieces of output. */
export function ownWords(text: string): RedactedBytes {
  return brandBytes(Buffer.from(text));
}

/** What is made out of redacted text alone (a cut, a page, a compaction) is redacted too. */
export function deriveRedacted(text: RedactedText, derive: (text: string) => string): RedactedText {
  return brandText(derive(text));
}

/** For what was redacted before it was stored and now comes back from the store. */
export function redactedFromStore(text: string): RedactedText {
  return brandText(text);
}
