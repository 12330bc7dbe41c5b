/**
 * Brands for output that went through a redactor. Only branded output may be stored, logged, compacted or returned.
 * Code that rewrites such a text (a filter, a search) returns a plain string, which must pass a redactor again to
 * become an answer.
 */

declare const redacted: unique symbol;

/** Text that contains no secret of the vault. Raw output is a plain `string` and does not fit here. */
export type RedactedText = string & { readonly [redacted]: true };

/** Bytes that contain no secret of the vault. */
export type RedactedBytes = Buffer & { readonly [redacted]: true };

/** The one place that applies the brand. The redactor calls it; it is not exported from the room. */
export function brandBytes(bytes: Buffer): RedactedBytes {
  return bytes as RedactedBytes;
}

function brandText(text: string): RedactedText {
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

/** Words of the service itself, to be put between pieces of output. */
export function ownWords(text: string): RedactedBytes {
  return brandBytes(Buffer.from(text));
}

/** A part of a redacted text is redacted. Several parts put together are not: those go through a redactor. */
export function cutRedacted(text: RedactedText, start: number, end?: number): RedactedText {
  return brandText(text.slice(start, end));
}

/** Two ends of a text with words of the service between them, so nothing can join across. */
export function endsOfRedacted(head: RedactedText, words: string, tail: RedactedText): RedactedText {
  return brandText(head + words + tail);
}

/** Turns bytes into text as they come. Half a character waits for its other half. */
export function redactedDecoder(): (chunk: RedactedBytes) => RedactedText {
  const decoder = new TextDecoder();
  return (chunk) => brandText(decoder.decode(chunk, { stream: true }));
}

/** For what was redacted before it was stored, or before another instance sent it, and is unchanged. */
export function redactedFromStore(text: string): RedactedText {
  return brandText(text);
}
