/** Copies from one machine to another. Each has one entry of the log: what was read there, and what was written here. */
import { basename } from 'node:path';
import { because, type CopyAnswer, type CopyRequest, Refusal } from '@synapse/contract';
import type { Order } from '../exec/order.ts';
import type { RunExec } from '../exec/run-exec.ts';
import { copyFiles, type FileOrder, pathOf, type RunScript, templateOf } from '../files/index.ts';

export const COPY_SECONDS = 3600;

/** `by`: who orders it. `progress` gets the bytes that are done, and their total. */
export async function copyBetween(
  runExec: RunExec,
  { from, to }: CopyRequest,
  by: Omit<Order, 'request' | 'file' | 'wide'>,
  progress: (done: number, total: number) => void,
): Promise<CopyAnswer> {
  const [source, target] = [placeOf(from), placeOf(to)];
  const path = target.path.endsWith('/') ? `${target.path}${basename(source.path)}` : target.path;
  let copied: CopyAnswer | null = null;
  const carryOut = async (machine: string, file: FileOrder, wide: boolean): Promise<void> => {
    const request = { machine, command: templateOf(file), timeout_seconds: COPY_SECONDS, raw: true };
    const { status } = await runExec({ ...by, request, file, wide });
    if (status !== 'done')
      throw new Refusal('file_unusable', { path: pathOf(file), reason: because('file_stopped', { status }) });
  };
  const write = (readThere: RunScript): FileOrder => ({
    verb: 'copy-to',
    path,
    stream: async (run) => {
      copied = await copyFiles({ run: readThere, path: source.path }, { run, path }, progress);
      return null;
    },
  });
  const read: FileOrder = {
    verb: 'copy-from',
    path: source.path,
    stream: async (run) => {
      // Beside the first, which waits for it: were it to wait for its turn, two copies could wait for each other.
      await carryOut(target.machine, write(run), true);
      return null;
    },
  };
  await carryOut(source.machine, read, false);
  return copied!;
}

function placeOf(address: string): { machine: string; path: string } {
  const colon = address.indexOf(':');
  return { machine: address.slice(0, colon), path: address.slice(colon + 1) };
}
