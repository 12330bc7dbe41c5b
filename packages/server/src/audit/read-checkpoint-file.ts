/** Reads a file of checkpoints in pieces, and says what it holds and where something is missing or not ours. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { setImmediate as othersTurn } from 'node:timers/promises';
import {
  type Checkpoint,
  isSigned,
  type Line,
  type Position,
  readFirstKind,
  readLine,
  type SigningKeys,
} from './checkpoint-line.ts';

export interface FileReading {
  /** The furthest mark of each user. Its hash covers every entry before it. */
  readonly marks: readonly Checkpoint[];
  readonly lines: number;
  /** The number of the first chained line: 1, or that of a line that stands for those before it. */
  readonly first: number;
  /** Lines that are not ours, and places where lines are missing or were replaced. */
  readonly forged: number;
  readonly gaps: number;
  /** Where the chained lines end. Null if there are none. */
  readonly end: Position | null;
  /** The hash of a chained line; only the last ones are kept. */
  readonly hashOf: (n: number) => string | undefined;
  /** The number of the last chained line that ends within this many bytes. */
  readonly within: (bytes: number) => number;
  /** Bytes of whole lines. What follows was cut off while it was written. */
  readonly wholeBytes: number;
  /** The hash of everything before the first chained line. */
  readonly firstKindHash: string;
}

interface Recent {
  readonly n: number;
  readonly hash: string;
  readonly endsAt: number;
}

/** This many lines rest on one signature, and are remembered. */
const WINDOW = 1_000;
/** Read at once; others are served in between. */
const TURN_MS = 5;

/** Null if there is no file. */
export async function readCheckpointFile(file: string, keys: SigningKeys): Promise<FileReading | null> {
  const furthest = new Map<string, Checkpoint>();
  const open: { text: string; line: Line }[] = [];
  const recent: Recent[] = [];
  const before = createHash('sha256');
  let [lines, forged, gaps, wholeBytes] = [0, 0, 0, 0];
  let last: Line | null = null;
  let first = 0;

  const mark = (one: Checkpoint): void => {
    if (one.seq >= (furthest.get(one.workspace_id)?.seq ?? 0)) furthest.set(one.workspace_id, one);
  };
  /** The last line's signature covers all lines it is chained to. If it is not ours, the one before may still be. */
  const settle = (): void => {
    for (; open.length > 0 && !isSigned(keys, open.at(-1)!.text); open.pop()) forged++;
    for (const { line } of open.splice(0)) line.marks.forEach(mark);
  };
  const takeOther = (text: string): void => {
    const one = last === null ? readFirstKind(keys, text) : null;
    if (one === null) forged++;
    else mark(one);
    before.update(`${text}\n`);
  };
  const take = (text: string, line: Line, endsAt: number): void => {
    const due: string = last?.hash ?? before.copy().digest('hex');
    const beginsAnew = line.cut && lines === 1;
    // What the database may still know as the last line: the one that this line follows.
    if (beginsAnew) recent.push({ n: line.n - 1, hash: line.prev, endsAt: 0 });
    if (last === null) first = line.n;
    if (!beginsAnew && (line.n !== (last?.n ?? 0) + 1 || line.prev !== due)) {
      settle();
      gaps++;
    }
    last = line;
    open.push({ text, line });
    recent.push({ n: line.n, hash: line.hash, endsAt });
    if (recent.length > 2 * WINDOW) recent.splice(0, WINDOW);
    if (open.length >= WINDOW) settle();
  };

  let rest: Buffer = Buffer.alloc(0);
  let turn = performance.now();
  try {
    // A piece at a time, so that others are served in between.
    for await (const chunk of createReadStream(file)) {
      rest = Buffer.concat([rest, chunk as Buffer]);
      for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
        const text = rest.toString('utf8', 0, at);
        rest = rest.subarray(at + 1);
        wholeBytes += at + 1;
        lines++;
        if (performance.now() - turn > TURN_MS) {
          await othersTurn();
          turn = performance.now();
        }
        const line = readLine(text);
        if (line === null) takeOther(text);
        else take(text, line, wholeBytes);
      }
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  settle();
  const end = last as Line | null;
  return {
    marks: [...furthest.values()],
    lines,
    first,
    forged,
    gaps,
    wholeBytes,
    end: end === null ? null : { file: end.file, n: end.n, hash: end.hash },
    hashOf: (n) => recent.findLast((line) => line.n === n)?.hash,
    within: (bytes) => recent.findLast(({ endsAt }) => endsAt <= bytes)?.n ?? 0,
    firstKindHash: before.digest('hex'),
  };
}
