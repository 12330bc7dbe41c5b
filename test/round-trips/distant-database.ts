/** Stands between a service and PostgreSQL: counts what is waited for, and can make the way there longer. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The texts of the statements that a connection sent without waiting for the answer to any other of them. */
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
    /**
     * What is sent may have waited for everything that was answered before, and for nothing else. So answers that come
     * one by one to what was asked together do not make two waits of what is asked next.
     */
    const own: string[][] = [];
    let answered = 0;
    const unanswered: number[] = [];
    const read = readRequests((texts) => {
      unanswered.push(answered);
      if (own[answered] === undefined) {
        own[answered] = [];
        trips.push(own[answered]!);
        if (onTheirWay > 0) overlapping.push(own[answered]!);
      }
      own[answered]!.push(...texts);
    });
    const readAnswers = countAnswers(() => {
      const trip = unanswered.shift();
      if (trip !== undefined) answered = Math.max(answered, trip + 1);
    });
    const answer = (chunk: Buffer) => {
      readAnswers(chunk);
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

/** Each answer ends with a message of its own. */
function countAnswers(onAnswered: () => void): (chunk: Buffer) => void {
  let unread: Buffer = Buffer.alloc(0);
  return (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    while (unread.length >= 5) {
      const length = 1 + unread.readInt32BE(1);
      if (unread.length < length) return;
      if (unread[0] === 'Z'.charCodeAt(0)) onAnswered();
      unread = unread.subarray(length);
    }
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
