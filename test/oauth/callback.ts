/** Where a client waits for its answer: a program on this computer, under a name that is another site for the service. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Callback {
  readonly origin: string;
  readonly redirectUri: string;
  /** A link that leads the browser on, as a client's own page would. */
  startAt(url: URL): string;
  /** What the client is told, once the browser has come back. */
  readonly told: () => Promise<URLSearchParams>;
  close(): Promise<void>;
}

export async function startCallback(): Promise<Callback> {
  let next = '';
  let tell: (told: URLSearchParams) => void = () => undefined;
  let told = new Promise<URLSearchParams>((resolve) => {
    tell = resolve;
  });
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname === '/start') return void response.writeHead(302, { location: next }).end();
    if (url.pathname !== '/callback') return void response.writeHead(204).end();
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>back</title>Back at the client');
    tell(url.searchParams);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    redirectUri: `${origin}/callback`,
    startAt: (url) => {
      next = url.href;
      told = new Promise((resolve) => {
        tell = resolve;
      });
      return `${origin}/start`;
    },
    told: () => told,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
