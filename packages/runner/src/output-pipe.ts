/**
 * Real pipes for a child's output. Node's own are pairs of sockets, which cannot be opened a second time: `echo x >
 * /dev/stderr` and `tee /dev/stdout` would fail.
 */
import { close, constants, open } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runProgram } from './start-child.ts';

/** The bare descriptor: a FileHandle would close it when it is garbage-collected. */
const openDescriptor = promisify(open) as (path: string, flags: number) => Promise<number>;

export interface OutputPipe {
  readonly reader: Socket;
  /** For the child. Close it once the child has it: the reader sees the end when the last writer closes. */
  readonly writer: number;
}

export async function openOutputPipes(count: number): Promise<OutputPipe[]> {
  // Node can open a named pipe but cannot make one, nor an unnamed one. The names are removed before anything runs.
  const folder = await mkdtemp(join(tmpdir(), 'synapse-pipe-'));
  try {
    const paths = Array.from({ length: count }, (_, index) => join(folder, String(index)));
    await runProgram('mkfifo', ['-m', '600', ...paths]);
    const opened = await Promise.allSettled(paths.map(openBothEnds));
    const pipes = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const failed = opened.find((one) => one.status === 'rejected');
    if (failed === undefined) return pipes;
    closePipes(pipes);
    throw failed.reason;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Closes both ends of pipes that no child was given. */
export function closePipes(pipes: readonly OutputPipe[]): void {
  for (const { reader, writer } of pipes) {
    reader.destroy();
    close(writer);
  }
}

async function openBothEnds(path: string): Promise<OutputPipe> {
  // The reader first, without blocking: opening a writer blocks until there is a reader.
  const reading = await openDescriptor(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const reader = new Socket({ fd: reading, readable: true, writable: false });
  reader.on('error', () => {});
  try {
    return { reader, writer: await openDescriptor(path, constants.O_WRONLY) };
  } catch (error) {
    reader.destroy();
    throw error;
  }
}
