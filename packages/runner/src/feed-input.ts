/** Hands a command its input as fast as it reads. An input that fails ends the command's stdin: then it ends too. */
import type { Writable } from 'node:stream';

const ROOM_OR_END = ['drain', 'close', 'finish'] as const;

/** `over`: the reader has gone. Never rejects. */
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
function roomIn(stdin: Writable): Promise<void> {
  if (stdin.destroyed || stdin.closed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      for (const event of ROOM_OR_END) stdin.off(event, done);
      resolve();
    };
    for (const event of ROOM_OR_END) stdin.on(event, done);
  });
}
