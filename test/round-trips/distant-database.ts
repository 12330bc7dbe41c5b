/** Stands between a service and PostgreSQL: counts what is waited for, and can make the way there longer. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The texts of the statements that a connection sent before any of their answers reached it. */
export type RoundTrip = readonly string[];

export interface DistantDatabase {
  /** The same database, through here. */
  readonly url: string;
  /** The round trips that `work` takes, and its result. */
  during<T>(work: () => Promise<T>): Promise<{ trips: RoundTrip[]; result: T }>;
  /** How much later each answer comes from now on. */
  slow(delayMs: number): void;
  /** What was asked for while the answer to something else was on its way, since the last look. */
  overlapping(): RoundTrip[];
  stop(): Promise<void>;
}

/** `firstDelayMs`: how much later each answer comes, to begin with. */
export async function startDistantDatabase(databaseUrl: string, firstDelayMs = 0): Promise<DistantDatabase> {
  let delayMs = firstDelayMs;
  let onTheirWay = 0;
  const overlapping: RoundTrip[] = [];
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const trips: RoundTrip[] = [];
  const server = createServer({ noDelay: true }, (incoming) => {
    const outgoing = connect({ port: Number(target.port), host: target.hostname, noDelay: true });
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        incoming.destroy();
        outgoing.destroy();
      });
    }
    /** Over when an answer reaches the client: what it sends then may have waited for that. */
    let trip: string[] | null = null;
    const read = readRequests((texts) => {
      if (trip === null) {
        trip = [];
        trips.push(trip);
        if (onTheirWay > 0) overlapping.push(trip);
      }
      trip.push(...texts);
    });
    const answer = (chunk: Buffer) => {
      trip = null;
      incoming.write(chunk);
    };
    incoming.on('data', (chunk) => {
      read(chunk);
      outgoing.write(chunk);
    });
    outgoing.on('data', (chunk) => {
      if (delayMs === 0) return answer(chunk);
      onTheirWay += 1;
      setTimeout(() => {
        onTheirWay -= 1;
        answer(chunk);
      }, delayMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(databaseUrl);
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: through.href,
    during: async (work) => {
      const before = trips.length;
      const result = await work();
      return { trips: trips.slice(before), result };
    },
    slow: (ms) => {
      delayMs = ms;
    },
    overlapping: () => overlapping.splice(0),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Reads what a client sends: a simple query, and a Sync after statements, are what the server answers. The first message
 * of a connection has no type.
 */
function readRequests(onRequest: (texts: readonly string[]) => void): (chunk: Buffer) => void {
  const named = new Map<string, string>();
  let unread: Buffer = Buffer.alloc(0);
  let started = false;
  let said: string[] = [];
  const request = (): void => {
    onRequest(said);
    said = [];
  };
  const take = (type: string, body: Buffer): void => {
    const [first = '', second = ''] = body.toString('latin1').split('\0');
    if (type === 'P') named.set(first, second);
    if (type === 'B') said.push(named.get(second) ?? second);
    if (type === 'Q') said.push(first);
    if (type === 'Q' || type === 'S') request();
  };
  return (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    for (;;) {
      const head = started ? 1 : 0;
      if (unread.length < head + 4) return;
      const length = head + unread.readInt32BE(head);
      if (unread.length < length) return;
      if (started) take(String.fromCharCode(unread[0]!), unread.subarray(5, length));
      started = true;
      unread = unread.subarray(length);
    }
  };
}
