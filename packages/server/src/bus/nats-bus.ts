/** The bus between instances: NATS, with everything on it sealed. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { within } from '../background/wait.ts';
import type { Bus, BusMeter } from './bus.ts';
import { createFanOut } from './fan-out.ts';
import type { SealedMessages } from './sealed-messages.ts';
import { createSealedTalk } from './sealed-talk.ts';

const CONNECT_MS = 5_000;
/** How often a server that is gone is tried again. */
const RECONNECT_MS = 500;
/** How often a silent connection is checked. Two checks without an answer end it. */
const PING_MS = 10_000;
/** What is published while NATS is away waits for it, up to this many messages. */
const WAITING_MAX = 1_000;
const CLOSE_MS = 2_000;
/** How long the start of the service waits for NATS. */
const FIRST_MS = 2_000;

export interface NatsParts {
  readonly url: string;
  /** A file with the authority that has signed the server's certificate. */
  readonly caFile: string | null;
  /** Subjects begin with it: two installations on one server do not hear each other. */
  readonly installation: string;
  readonly sealed: SealedMessages;
  readonly log: Logger;
  readonly meter: BusMeter;
}

interface Listening {
  readonly topic: string;
  readonly handler: (message: Msg) => void;
  subscription: Subscription | null;
}

/** A server that is away when the service starts is joined when it is there. */
export async function createNatsBus({ url, caFile, installation, sealed, log, meter }: NatsParts): Promise<Bus> {
  const link = { up: false, waiting: 0, closed: false };
  const listening = new Set<Listening>();
  let connection: NatsConnection | null = null;

  const guarded = (topic: string, work: () => void): void => {
    try {
      work();
    } catch (error) {
      meter.count('lost');
      log.warn({ err: error, topic }, 'bus message lost');
    }
  };
  const subject = (topic: string): string => `synapse.${installation}.${topic}`;
  const post = (topic: string, bytes: () => Uint8Array): void =>
    guarded(topic, () => {
      connection?.publish(subject(topic), bytes());
      meter.count(connection === null ? 'lost' : 'sent');
    });
  const attach = (one: Listening): void => {
    one.subscription =
      connection?.subscribe(subject(one.topic), {
        callback: (error, message) => {
          if (error !== null) return;
          meter.count('received');
          guarded(one.topic, () => one.handler(message));
        },
      }) ?? null;
  };
  const listen = (topic: string, handler: (message: Msg) => void): (() => void) => {
    const one: Listening = { topic, handler, subscription: null };
    listening.add(one);
    attach(one);
    return () => {
      listening.delete(one);
      guarded(topic, () => one.subscription?.unsubscribe());
    };
  };
  const talk = createSealedTalk(sealed, log, meter);
  const answer = async (topic: string, handler: (message: unknown) => unknown, message: Msg): Promise<void> => {
    const bytes = await talk.answer(topic, handler, message.data);
    if (bytes !== null) guarded(topic, () => message.respond(bytes));
  };

  const join = async (): Promise<void> => {
    for (let tries = 0; !link.closed; tries++) {
      try {
        connection = await open(url, caFile);
        link.up = true;
        for (const one of listening) attach(one);
        if (tries > 0) log.warn({ nats: 'connect' }, 'nats connected');
        void watch(connection, link, log);
        if (link.closed) await connection.close();
        return;
      } catch (error) {
        // The address may hold a password, so only the host is named.
        const reason = error instanceof Error ? error.message : String(error);
        if (tries === 0) {
          log.error(`NATS at ${new URL(url).host} cannot be joined (SYNAPSE_NATS_URL), and is tried again: ${reason}`);
        }
        await sleep(RECONNECT_MS, null, { ref: false });
      }
    }
  };
  await within(join(), FIRST_MS);

  return {
    publish: (topic, message) => {
      if (!link.up && ++link.waiting > WAITING_MAX) return meter.count('lost');
      post(topic, () => sealed.seal(topic, message).bytes);
    },
    subscribe: createFanOut(
      (topic, deliver) =>
        listen(topic, (message) => {
          const opened = talk.open(topic, message.data);
          if (opened !== null) deliver(opened.message);
        }),
      log,
    ),
    request: async (topic, message, withinMs) => {
      if (!link.up) return null;
      const asked = performance.now();
      try {
        const { id, bytes } = sealed.seal(topic, message);
        const reply = await connection!.request(subject(topic), bytes, { timeout: withinMs });
        meter.answeredIn((performance.now() - asked) / 1000);
        return sealed.openAnswer(topic, id, reply.data);
      } catch {
        meter.count('unanswered');
        // No response, or not in time.
        return null;
      }
    },
    respond: (topic, handler) => listen(topic, (message) => void answer(topic, handler, message)),
    send: (topic, bytes) => {
      if (link.up) post(topic, () => bytes);
      else meter.count('lost');
    },
    receive: (topic, handler) => listen(topic, (message) => handler(message.data)),
    shared: true,
    connected: () => link.up,
    close: async () => {
      link.closed = true;
      if (connection === null) return;
      // Without a server there is nothing to drain into.
      if (link.up)
        await within(
          connection.drain().catch(() => undefined),
          CLOSE_MS,
        );
      await within(connection.close(), CLOSE_MS);
    },
  };
}

/** Whether it can be reached and lets this installation in. Null when all is well. */
export async function checkNats(url: string, caFile: string | null): Promise<string | null> {
  try {
    const connection = await open(url, caFile);
    await connection.close();
    return null;
  } catch (error) {
    return `${new URL(url).host}: ${error instanceof Error ? error.message : 'it does not answer'}`;
  }
}

async function open(url: string, caFile: string | null): Promise<NatsConnection> {
  const { host, username, password } = new URL(url);
  return connect({
    servers: host,
    // The client does not read them from an address.
    ...(username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    name: 'synapse',
    timeout: CONNECT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    pingInterval: PING_MS,
    // Wrong credentials may be corrected on the server while we wait.
    ignoreAuthErrorAbort: true,
    // An address that says TLS is never joined without it.
    ...(url.startsWith('tls:') || caFile !== null
      ? { tls: caFile === null ? {} : { ca: readFileSync(caFile, 'utf8') } }
      : {}),
  });
}

async function watch(connection: NatsConnection, link: { up: boolean; waiting: number }, log: Logger): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type !== 'disconnect' && type !== 'reconnect' && type !== 'close') continue;
    link.up = type === 'reconnect';
    if (link.up) link.waiting = 0;
    log.warn({ nats: type }, link.up ? 'nats is back' : 'nats disconnected');
  }
}
