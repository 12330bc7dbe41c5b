/** A connection between the browser and the service that a test can cut at any moment, and restore. */

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface CutLine {
  readonly url: string;
  /** Every open connection breaks, and so do new ones until it is restored. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function drawLine(target: () => string): Promise<CutLine> {
  const open = new Set<Socket>();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) return near.destroy();
    const { hostname, port } = new URL(target());
    const far = connect(Number(port), hostname);
    for (const [here, there] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(here);
      here.pipe(there);
      here.on('error', () => there.destroy());
      here.on('close', () => {
        open.delete(here);
        there.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const breakAll = (): void => {
    for (const socket of open) socket.resetAndDestroy();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut: () => {
      whole = false;
      breakAll();
    },
    mend: () => {
      whole = true;
    },
    close: async () => {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}
