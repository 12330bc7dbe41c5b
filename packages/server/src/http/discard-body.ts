/** Reads a refused body to its end: a client that is still sending when the connection closes never reads why. */
import type { IncomingMessage } from 'node:http';

const LONGEST_MS = 5_000;
const MOST_BYTES = 256 * 1024 * 1024;

/** Never fails. Ends with the body, with the connection, or after enough time or bytes. */
export function discardBody(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = MOST_BYTES;
  const onData = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) resolve();
  };
  const timer = setTimeout(resolve, LONGEST_MS);
  request.on('data', onData).once('end', resolve).once('close', resolve).once('error', resolve).resume();
  return promise.finally(() => {
    clearTimeout(timer);
    request.off('data', onData).off('end', resolve).off('close', resolve);
  });
}
