/** What is piped into us, for a command that runs elsewhere. At a terminal nothing is read. */
import { fstatSync } from 'node:fs';

/** A shell's pipe may take a moment to send something. A pipe that another program opens for us mostly stays empty. */
const PIPE_MS = 2_000;
const SOCKET_MS = 100;
/** The service takes no more. */
export const INPUT_BYTES = 1024 * 1024;

type Kind = 'file' | 'pipe' | 'socket' | 'nothing';

function kindOf(stdin: NodeJS.ReadStream): Kind {
  if (stdin.isTTY === true) return 'nothing';
  try {
    const state = fstatSync(0);
    if (state.isFile()) return state.size > 0 ? 'file' : 'nothing';
    return state.isFIFO() ? 'pipe' : state.isSocket() ? 'socket' : 'nothing';
  } catch {
    return 'nothing';
  }
}

/**
 * All of it, or a little more than the service takes. A pipe and a file are read to their end, as the command would read
 * them: `onWait` is called when that takes long. A silent socket is no input.
 */
export async function readPiped(stdin: NodeJS.ReadStream, onWait: () => void): Promise<Buffer> {
  const kind = kindOf(stdin);
  if (kind === 'nothing') return Buffer.alloc(0);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const done = (): void => {
      clearTimeout(timer);
      stdin.destroy();
      resolve(Buffer.concat(chunks));
    };
    const timer = kind === 'socket' ? setTimeout(done, SOCKET_MS) : setTimeout(onWait, PIPE_MS);
    stdin
      .on('data', (chunk: Buffer) => {
        if (kind === 'socket') clearTimeout(timer);
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > INPUT_BYTES) done();
      })
      .once('end', done)
      .once('error', done);
  });
}

/** Whether something is piped in that a command would never see. */
export async function isPipedInto(stdin: NodeJS.ReadStream): Promise<boolean> {
  const kind = kindOf(stdin);
  if (kind === 'nothing' || kind === 'file') return kind === 'file';
  return firstWord(stdin, kind === 'pipe' ? PIPE_MS : SOCKET_MS);
}

function firstWord(stdin: NodeJS.ReadStream, wait: number): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (spoken: boolean) => (): void => {
      clearTimeout(timer);
      stdin.destroy();
      resolve(spoken);
    };
    const timer = setTimeout(done(false), wait);
    stdin.once('data', done(true)).once('end', done(false)).once('error', done(false));
  });
}
