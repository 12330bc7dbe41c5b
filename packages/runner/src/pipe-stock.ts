/**
 * Output pipes that were made ahead. Making them takes a program (`mkfifo`), which would cost a short command a third of
 * its time. Each is used once; those that are left over are closed in the end.
 */
import { closeRaw, makePipes, type OutputPipe, outputPipe, type RawPipe } from './output-pipe.ts';

export interface PipeStock {
  /** The two pipes of a command: from the stock, or made now if it is empty. */
  take(): Promise<[OutputPipe, OutputPipe]>;
  /** Makes some more if few are left; never rejects. No command waits for it: it belongs behind the end of one. */
  fill(): Promise<void>;
  close(): void;
}

type Pair = readonly [RawPipe, RawPipe];

/** With fewer than this many commands' worth left, as many as are made at once are added. */
const FEW = 3;
const AT_ONCE = 6;

export function createPipeStock(): PipeStock {
  const stock: Pair[] = [];
  let filling = false;
  let closed = false;

  const fill = async (): Promise<void> => {
    if (filling || closed || stock.length >= FEW) return;
    filling = true;
    try {
      stock.push(...pairs(await makePipes(2 * AT_ONCE)));
    } catch {
      // The command that needs one makes it, and gets the error.
    } finally {
      filling = false;
    }
    if (closed) empty();
  };
  const empty = (): void => {
    for (const pair of stock.splice(0)) closeRaw(pair);
  };

  return {
    take: async () => {
      const [out, err] = stock.pop() ?? pairs(await makePipes(2))[0]!;
      return [outputPipe(out), outputPipe(err)];
    },
    fill,
    close: () => {
      closed = true;
      empty();
    },
  };
}

function pairs(pipes: readonly RawPipe[]): Pair[] {
  return pipes.flatMap((pipe, index) => (index % 2 === 0 ? [[pipe, pipes[index + 1]!] as const] : []));
}
