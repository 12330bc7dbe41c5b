/** Whether something is piped into us that a command would never see: its stdin is empty on every machine. */
import { fstatSync } from 'node:fs';

/** A shell's pipe may take a moment to send something. A pipe that another program opens for us mostly stays empty. */
const PIPE_MS = 2_000;
const SOCKET_MS = 100;

export async function isPipedInto(stdin: NodeJS.ReadStream): Promise<boolean> {
  if (stdin.isTTY === true) return false;
  let wait: number;
  try {
    const state = fstatSync(0);
    if (state.isFile()) return state.size > 0;
    wait = state.isFIFO() ? PIPE_MS : state.isSocket() ? SOCKET_MS : 0;
  } catch {
    return false;
  }
  return wait > 0 && firstWord(stdin, wait);
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
