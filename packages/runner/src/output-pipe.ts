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
import { because, Refusal } from '@synapse/contract';
import { runProgram } from './start-child.ts';
import { systemProgram } from './system-program.ts';

/** The bare descriptor: a FileHandle would close it when it is garbage-collected. */
const openDescriptor = promisify(open) as (path: string, flags: number) => Promise<number>;

export interface OutputPipe {
  readonly reader: Socket;
  /** For the child. Close it once the child has it: the reader sees the end when the last writer closes. */
  readonly writer: number;
}

/** Both ends, as descriptors that no child inherits. */
export interface RawPipe {
  readonly reading: number;
  readonly writing: number;
}

export async function makePipes(count: number): Promise<RawPipe[]> {
  // Node can open a named pipe but cannot make one, nor an unnamed one. The names are removed before anything runs.
  const folder = await temporaryFolder();
  try {
    const paths = Array.from({ length: count }, (_, index) => join(folder, String(index)));
    await runProgram(systemProgram('mkfifo'), ['-m', '600', ...paths]);
    const opened = await Promise.allSettled(paths.map(openBothEnds));
    const pipes = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const failed = opened.find((one) => one.status === 'rejected');
    if (failed === undefined) return pipes;
    closeRaw(pipes);
    throw failed.reason;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A read-only root file system may have none. */
async function temporaryFolder(): Promise<string> {
  try {
    return await mkdtemp(join(tmpdir(), 'synapse-pipe-'));
  } catch (error) {
    const reason = because('no_temporary_folder', {
      folder: tmpdir(),
      detail: (error as NodeJS.ErrnoException).code ?? '',
    });
    throw new Refusal('machine_unreachable', { reason });
  }
}

/** Ready to be read, for a child that is started now. */
export function outputPipe({ reading, writing }: RawPipe): OutputPipe {
  const reader = new Socket({ fd: reading, readable: true, writable: false });
  reader.on('error', () => {});
  return { reader, writer: writing };
}

export function closeRaw(pipes: readonly RawPipe[]): void {
  for (const { reading, writing } of pipes) {
    close(reading);
    close(writing);
  }
}

/** Closes both ends of pipes that no child was given. */
export function closePipes(pipes: readonly OutputPipe[]): void {
  for (const { reader, writer } of pipes) {
    reader.destroy();
    close(writer);
  }
}

async function openBothEnds(path: string): Promise<RawPipe> {
  // The reader first, without blocking: opening a writer blocks until there is a reader.
  const reading = await openDescriptor(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return { reading, writing: await openDescriptor(path, constants.O_WRONLY) };
  } catch (error) {
    close(reading);
    throw error;
  }
}
