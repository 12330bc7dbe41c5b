/**
 * In which order the two streams of a command came. The redactor may hold back the end of one while the other continues,
 * so the order is not that of what it lets through: where the stream changes is marked in what goes in, and the
 * redactor says where that is in what comes out.
 */
import type { OutputStretches } from '@synapse/contract';

type Stream = OutputStretches['first'];

/** Asks for the number of redacted bytes of a stream that stand before what comes next. */
type Mark = (stream: Stream, onPlaced: (before: number) => void) => void;

interface Begin {
  readonly stream: Stream;
  /** In redacted bytes; null while the redactor holds back what stands before it. */
  at: number | null;
}

const STREAMS = ['stdout', 'stderr'] as const;
/** After so many changes from one stream to the other, the order of what follows is not recorded. */
export const MOST_STRETCHES = 2_000;
const NEWLINE = 10;

export class OutputOrder {
  /** Two more than the most: where the recorded order ends in each stream. */
  readonly #begins: Begin[] = [];
  #last: Stream | null = null;

  /** Something has come on this stream, and goes to the redactor next. */
  note(stream: Stream, mark: Mark): void {
    if (stream === this.#last || this.#begins.length > MOST_STRETCHES) return;
    this.#last = stream;
    for (const one of this.#begins.length === MOST_STRETCHES ? STREAMS : [stream]) {
      const begin: Begin = { stream: one, at: null };
      this.#begins.push(begin);
      mark(one, (before) => {
        begin.at = before;
      });
    }
  }

  /** One stream up to a number of bytes, then the other. `there`: how many bytes there are. */
  stretches(there: Readonly<Record<Stream, number>>): { readonly stream: Stream; readonly until: number }[] {
    const until = { ...there };
    return this.#begins
      .toReversed()
      .map(({ stream, at }) => {
        const end = until[stream];
        until[stream] = at ?? end;
        return { stream, until: end };
      })
      .reverse();
  }

  /** The same in lines, each of which stands where its first character came. */
  ofLines(texts: Readonly<Record<Stream, Buffer>>): OutputStretches {
    const at = { stdout: 0, stderr: 0 };
    const found: { stream: Stream; lines: number }[] = [];
    const total = { stdout: 0, stderr: 0 };
    for (const [index, { stream, until }] of this.stretches({
      stdout: texts.stdout.length,
      stderr: texts.stderr.length,
    }).entries()) {
      const lines = linesBegun(texts[stream], at[stream], until);
      at[stream] = until;
      total[stream] += lines;
      if (lines === 0 || index >= MOST_STRETCHES) continue;
      const last = found.at(-1);
      if (last?.stream === stream) last.lines += lines;
      else found.push({ stream, lines });
    }
    return { first: found[0]?.stream ?? 'stdout', lines: found.map(({ lines }) => lines), total };
  }
}

/** How many lines begin between two places of a text. */
function linesBegun(text: Buffer, from: number, until: number): number {
  let lines = from === 0 && until > 0 ? 1 : 0;
  // What follows a line break is a line only once it contains something.
  const last = Math.min(until, text.length) - 1;
  for (let at = text.indexOf(NEWLINE, Math.max(0, from - 1)); at >= 0 && at < last; at = text.indexOf(NEWLINE, at + 1))
    lines++;
  return lines;
}
