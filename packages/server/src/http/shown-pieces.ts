/** Output that comes in pieces, as a reader with a vault of their own is shown it. */
import type { Redactor } from '../redaction/index.ts';

export interface ShownPieces {
  /** What of it is final: a beginning of something secret is held back until it is known what it is. */
  of(stream: string, text: string): string;
  /** What was held back. */
  end(stream: string): string;
}

/** Null: the reader owns the output. */
export function shownPieces(reader: Redactor | null): ShownPieces {
  if (reader === null) return { of: (_stream, text) => text, end: () => '' };
  const streams = new Map<string, { readonly redact: ReturnType<Redactor['stream']>; readonly decoder: TextDecoder }>();
  const streamOf = (name: string) => {
    const known = streams.get(name) ?? { redact: reader.stream(), decoder: new TextDecoder() };
    streams.set(name, known);
    return known;
  };
  return {
    of: (name, text) => {
      const { redact, decoder } = streamOf(name);
      return decoder.decode(redact.push(Buffer.from(text)), { stream: true });
    },
    end: (name) => {
      const { redact, decoder } = streamOf(name);
      return decoder.decode(redact.end());
    },
  };
}
