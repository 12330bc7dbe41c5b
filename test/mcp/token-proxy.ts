/** A proxy that adds the token header, for programs that have no option for one. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TokenProxy {
  readonly url: string;
  stop(): Promise<void>;
}

/** Everything else passes as it came, `Host` and `Origin` included. */
export async function startTokenProxy(target: string, token: string): Promise<TokenProxy> {
  const { hostname, port, pathname } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, 'x-ai-token': token };
    const onward = request({ hostname, port, method: incoming.method, path: incoming.url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address() as AddressInfo;
  return {
    url: `http://localhost:${address.port}${pathname}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
