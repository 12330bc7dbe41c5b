/**
 * Brands for output that went through a redactor: only what carries one may be stored, logged, compacted or returned. What
 * rewrites such a text (a filter, a search) gives back a plain string, which only another pass turns into an answer.
 */

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

export function redactedBytesOf(text: RedactedText): RedactedBytes {
  return brandBytes(Buffer.from(text));
}

/** Words of the service itself, to stand between pieces of output. */
export function ownWords(text: string): RedactedBytes {
  return brandBytes(Buffer.from(text));
}

/** A stretch of redacted text is redacted. What is put together out of several is not: that goes through a redactor. */
export function cutRedacted(text: RedactedText, start: number, end?: number): RedactedText {
  return brandText(text.slice(start, end));
}

/** Two ends of a text with words of the service itself between them: nothing joins over those. */
export function endsOfRedacted(head: RedactedText, words: string, tail: RedactedText): RedactedText {
  return brandText(head + words + tail);
}

/** Bytes as they come, to text as it can be sent: half a character waits for its other half. */
export function redactedDecoder(): (chunk: RedactedBytes) => RedactedText {
  const decoder = new TextDecoder();
  return (chunk) => brandText(decoder.decode(chunk, { stream: true }));
}

/** For what was redacted before it was stored, or before another instance sent it, and comes back unchanged. */
export function redactedFromStore(text: string): RedactedText {
  return brandText(text);
}
