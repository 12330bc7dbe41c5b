/** Stands between a service and PostgreSQL, and lets the answer to one COMMIT get lost, after it was done. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CommitProxy {
  /** The same database, through here. */
  readonly url: string;
  /** Cuts the connection whose transaction has this text in it, when the server answers its COMMIT. Resolves then. */
  loseCommitOf(text: string): Promise<void>;
  stop(): Promise<void>;
}

/** The tag with which PostgreSQL says that it was done. */
const COMMITTED = 'COMMIT\0';

export async function startCommitProxy(databaseUrl: string): Promise<CommitProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let wanted: { text: string; done: () => void } | null = null;
  const server = createServer((incoming) => {
    const outgoing = connect(Number(target.port), target.hostname);
    /** Since the transaction began. */
    let said = '';
    let losing = false;
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        incoming.destroy();
        outgoing.destroy();
      });
    }
    incoming.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      said = text.includes('begin\0') ? text : said + text;
      if (wanted !== null && text.includes('commit\0') && said.includes(wanted.text)) losing = true;
      outgoing.write(chunk);
    });
    // Statements are sent ahead: answers to those before the COMMIT come first, and it is not done until its own comes.
    let answered = '';
    outgoing.on('data', (chunk) => {
      if (losing) answered += chunk.toString('latin1');
      if (!answered.includes(COMMITTED)) return void incoming.write(chunk);
      wanted?.done();
      wanted = null;
      incoming.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(databaseUrl);
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: through.href,
    loseCommitOf: (text) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      wanted = { text, done: resolve };
      return promise;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
