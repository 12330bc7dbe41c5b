/** A connection between the browser and the service that a test can cut at any moment, and restore. */

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface CutLine {
  readonly url: string;
  /** Every open connection breaks, and so do new ones until it is restored. */
  cut(): void;
  /** Every open connection breaks; new ones get what a proxy answers in place of a service that is away. */
  cutBehindProxy(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function drawLine(target: () => string): Promise<CutLine> {
  const open = new Set<Socket>();
  let state: 'whole' | 'cut' | 'proxy' = 'whole';
  const server = createServer((near) => {
    if (state === 'cut') return near.destroy();
    if (state === 'proxy') return badGateway(near);
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
        // After an orderly end the other side is ended by the pipe, once it has written what came before.
        if (!here.readableEnded) there.destroy();
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
      state = 'cut';
      breakAll();
    },
    cutBehindProxy: () => {
      state = 'proxy';
      breakAll();
    },
    mend: () => {
      state = 'whole';
    },
    close: async () => {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}

const PAGE = '<html><body><h1>502 Bad Gateway</h1></body></html>';
const ANSWER = [
  'HTTP/1.1 502 Bad Gateway',
  'content-type: text/html',
  `content-length: ${PAGE.length}`,
  'connection: close',
  '',
  PAGE,
].join('\r\n');

function badGateway(near: Socket): void {
  near.on('error', () => near.destroy());
  near.once('data', () => near.end(ANSWER));
}
