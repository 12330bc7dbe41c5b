/** Gives the bytes of an answer to whoever reads it, in few large writes, and never much more than is taken. */
import type { ServerResponse } from 'node:http';

/** So much may wait for the reader. Each wait costs a turn of the event loop, so it is more than fits into one write. */
const MOST_WAITING = 512 * 1024;

/** Called with each piece. What it returns is to be awaited before the next one. */
export type Give = (bytes: Buffer) => undefined | Promise<void>;

export function giveTo(raw: ServerResponse): Give {
  let corked = false;
  const uncork = () => {
    corked = false;
    raw.uncork();
  };
  return (bytes) => {
    if (raw.destroyed || bytes.length === 0) return undefined;
    if (!corked) {
      // What comes in one turn of the event loop leaves in one write.
      corked = true;
      raw.cork();
      process.nextTick(uncork);
    }
    return !raw.write(bytes) && raw.writableLength >= MOST_WAITING ? room(raw) : undefined;
  };
}

/** Resolves when the reader has taken what was written, or is gone. */
function room(raw: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      raw.off('drain', done).off('close', done);
      resolve();
    };
    raw.on('drain', done).on('close', done);
  });
}
