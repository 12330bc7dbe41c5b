/** A small proxy in front of the service that breaks what proxies break. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { stopAtEnd } from '../left-behind.ts';

/** Null: the request goes on as it is. Otherwise what becomes of it, or of the answer. */
export interface Breakage {
  /** Answers itself. True: it did. */
  readonly answers?: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
  /** Headers of the request that do not arrive. */
  readonly drops?: readonly string[];
  /** The name that the service is called by. */
  readonly host?: string;
  /** Headers of the answer, as they leave. */
  readonly rewrites?: (headers: Record<string, string | string[] | undefined>) => void;
}

export interface BrokenProxy {
  readonly url: string;
  readonly port: number;
  break(how: Breakage): void;
  aim(target: string): void;
}

/** With `tls` it serves https. */
export async function startProxy(target: string, tls?: { key: string; cert: string }): Promise<BrokenProxy> {
  let breakage: Breakage = {};
  let aimed = target;
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (breakage.answers?.(incoming, outgoing) === true) return;
    const headers: IncomingHttpHeaders = { ...incoming.headers };
    if (breakage.host !== undefined) headers.host = breakage.host;
    for (const name of breakage.drops ?? []) delete headers[name];
    const passed = request(aimed + incoming.url, { method: incoming.method, headers }, (answer) => {
      const sent: Record<string, string | string[] | undefined> = { ...answer.headers };
      breakage.rewrites?.(sent);
      outgoing.writeHead(answer.statusCode!, sent);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    // Whoever leaves is gone for the service, too.
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  };
  const server = tls === undefined ? createServer(handle) : createSecureServer(tls, handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  stopAtEnd(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    break: (how) => {
      breakage = how;
    },
    aim: (to) => {
      aimed = to;
    },
  };
}
