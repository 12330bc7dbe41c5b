/**
 * Real pipes for a child's output. Node's own are pairs of sockets, which nobody can open again: `echo x > /dev/stderr`
 * and `tee /dev/stdout` would fail.
 */
import { execFile } from 'node:child_process';
import { constants, open } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** The bare descriptor: a FileHandle would close it when collected. */
const openDescriptor = promisify(open) as (path: string, flags: number) => Promise<number>;

export interface OutputPipe {
  readonly reader: Socket;
  /** For the child. Close it once the child has it: the reader's end comes with the last writer's. */
  readonly writer: number;
}

export async function openOutputPipes(count: number): Promise<OutputPipe[]> {
  // Node can open a named pipe but not make one, nor an unnamed one. The names are gone before anyone runs.
  const folder = await mkdtemp(join(tmpdir(), 'synapse-pipe-'));
  try {
    const paths = Array.from({ length: count }, (_, index) => join(folder, String(index)));
    await run('mkfifo', ['-m', '600', ...paths]);
    return await Promise.all(paths.map(openBothEnds));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function openBothEnds(path: string): Promise<OutputPipe> {
  // The reader first and without waiting: a writer waits until there is one.
  const reading = await openDescriptor(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = await openDescriptor(path, constants.O_WRONLY);
  return { reader: new Socket({ fd: reading, readable: true, writable: false }), writer };
}
