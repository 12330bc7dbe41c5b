/**
 * Sends a stretch of a file as the body of a call. It is read into a few buffers in turn and sent from them: while one is
 * filled, the others are on their way.
 */
import { type FileHandle, open } from 'node:fs/promises';
import type { ClientRequest } from 'node:http';
import { CliError } from '../cli-error.ts';
import { tell } from '../words/tell.ts';

const BYTES = 256 * 1024;
const BUFFERS = 3;

export interface Stretch {
  readonly start: number;
  /** Where it ends: at the end of the file, as long as that was. */
  readonly size: number;
}

/** `at`: so much of the file was sent. Never rejects: the call reports what fails. */
export async function sendStretch(
  to: ClientRequest,
  from: string,
  stretch: Stretch,
  at: (bytes: number) => void,
): Promise<void> {
  const gone = new Promise<boolean>((resolve) => to.once('close', () => resolve(false)));
  let file: FileHandle | undefined;
  try {
    file = await open(from);
    if (await sendAll(to, file, stretch, at, gone)) to.end();
  } catch (error) {
    to.destroy(error instanceof CliError ? error : new CliError((error as Error).message));
  } finally {
    await file?.close();
  }
}

/** False: the reader is gone. */
async function sendAll(
  to: ClientRequest,
  file: FileHandle,
  { start, size }: Stretch,
  at: (bytes: number) => void,
  gone: Promise<boolean>,
): Promise<boolean> {
  const room = Math.min(BYTES, size - start);
  /** Resolves when the buffer may be filled again. */
  const sent: Promise<boolean>[] = [];
  const buffers = Array.from({ length: BUFFERS }, () => Buffer.allocUnsafeSlow(room));
  for (let [position, turn] = [start, 0]; position < size; turn = (turn + 1) % BUFFERS) {
    if (sent[turn] !== undefined && !(await Promise.race([sent[turn], gone]))) return false;
    const buffer = buffers[turn]!;
    const { bytesRead } = await file.read(buffer, 0, Math.min(room, size - position), position);
    // Less than was promised to the machine.
    if (bytesRead === 0) throw new CliError(tell('cp_changed'));
    if (to.destroyed) return false;
    position += bytesRead;
    const until = position;
    sent[turn] = new Promise((resolve) => {
      to.write(buffer.subarray(0, bytesRead), (error) => {
        if (!error) at(until);
        resolve(!error);
      });
    });
  }
  return true;
}
