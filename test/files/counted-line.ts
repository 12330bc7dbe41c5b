/** A line to a port of this computer that breaks once it has carried so many bytes, and is there again at once. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CountedLine {
  readonly port: number;
  /** What it has carried so far, both ways. */
  carried(): number;
  /** Resolves when that many bytes more were carried and every connection was broken. */
  cutAfter(bytes: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startCountedLine(target: number): Promise<CountedLine> {
  const open = new Set<Socket>();
  let carried = 0;
  let cut: { readonly at: number; readonly done: () => void } | null = null;
  const breakAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  const count = (piece: Buffer): void => {
    carried += piece.length;
    if (cut === null || carried < cut.at) return;
    breakAll();
    cut.done();
    cut = null;
  };
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('data', count);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    carried: () => carried,
    cutAfter: (bytes) =>
      new Promise((done) => {
        cut = { at: carried + bytes, done };
      }),
    stop: async () => {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}
