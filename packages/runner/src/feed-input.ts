/** Hands a command its input as fast as it reads. An input that fails ends the command's stdin: then it ends too. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** `over`: nobody is there any more to read it. Never rejects. */
export async function feed(input: AsyncIterable<Buffer>, stdin: Writable, over: () => boolean): Promise<void> {
  try {
    for await (const chunk of input) {
      if (over() || stdin.destroyed) return;
      if (!stdin.write(chunk)) await roomIn(stdin);
    }
  } catch {
    if (!over()) stdin.end();
  }
}

/** Resolves when it takes more, or never will. */
async function roomIn(stdin: Writable): Promise<void> {
  if (stdin.destroyed || stdin.closed) return;
  const enough = new AbortController();
  const { signal } = enough;
  await Promise.race([
    once(stdin, 'drain', { signal }),
    once(stdin, 'close', { signal }),
    once(stdin, 'finish', { signal }),
  ]).catch(() => undefined);
  enough.abort();
}
