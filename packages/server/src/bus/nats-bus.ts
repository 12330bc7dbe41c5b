/** The bus between instances: NATS. */
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Msg, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { type Bus, BusUnreachable, MESSAGE_BYTES } from './bus.ts';

const PREFIX = 'synapse.';
const CONNECT_MS = 5_000;
/** How often a server that is gone is tried again. */
const RECONNECT_MS = 500;
/** How often a silent connection is checked. Two checks without an answer end it. */
const PING_MS = 10_000;
/** What is published while NATS is away waits for it, up to this many messages. */
const WAITING_MAX = 1_000;
const CLOSE_MS = 2_000;

export async function createNatsBus(url: string, log: Logger): Promise<Bus> {
  const connection = await open(url);
  const link = { up: true, waiting: 0 };
  void watch(connection, link, log);

  const guarded = (topic: string, work: () => void): void => {
    try {
      work();
    } catch (error) {
      log.warn({ err: error, topic }, 'bus message lost');
    }
  };
  const listen = (topic: string, handler: (message: Msg) => void): (() => void) => {
    const subscription = connection.subscribe(PREFIX + topic, {
      callback: (error, message) => {
        if (error === null) guarded(topic, () => handler(message));
      },
    });
    return () => guarded(topic, () => subscription.unsubscribe());
  };
  const answer = async (topic: string, handler: (message: unknown) => unknown, message: Msg): Promise<void> => {
    let text = 'null';
    try {
      text = JSON.stringify((await handler(message.json())) ?? null);
      if (Buffer.byteLength(text) > MESSAGE_BYTES) throw new RangeError('an answer that is too large');
    } catch (error) {
      text = 'null';
      log.warn({ err: error, topic }, 'bus request failed');
    }
    guarded(topic, () => message.respond(text));
  };

  return {
    publish: (topic, message) => {
      if (!link.up && ++link.waiting > WAITING_MAX) return;
      guarded(topic, () => connection.publish(PREFIX + topic, JSON.stringify(message)));
    },
    subscribe: (topic, handler) => listen(topic, (message) => handler(message.json())),
    request: async (topic, message, withinMs) => {
      if (!link.up) return null;
      try {
        const reply = await connection.request(PREFIX + topic, JSON.stringify(message), { timeout: withinMs });
        return reply.json();
      } catch {
        // Nobody responded, or not in time.
        return null;
      }
    },
    respond: (topic, handler) => listen(topic, (message) => void answer(topic, handler, message)),
    send: (topic, bytes) => {
      if (link.up) guarded(topic, () => connection.publish(PREFIX + topic, bytes));
    },
    receive: (topic, handler) => listen(topic, (message) => handler(message.data)),
    shared: true,
    connected: () => link.up,
    close: async () => {
      // Without a server there is nothing to drain into.
      if (link.up)
        await Promise.race([connection.drain().catch(() => undefined), sleep(CLOSE_MS, null, { ref: false })]);
      await Promise.race([connection.close(), sleep(CLOSE_MS, null, { ref: false })]);
    },
  };
}

async function open(url: string): Promise<NatsConnection> {
  try {
    return await connect({
      servers: url,
      name: 'synapse',
      timeout: CONNECT_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_MS,
      pingInterval: PING_MS,
      // Wrong credentials may be corrected on the server while we wait.
      ignoreAuthErrorAbort: true,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // The address may hold a password, so only the host is named.
    throw new BusUnreachable(`NATS at ${new URL(url).host} cannot be joined (SYNAPSE_NATS_URL): ${reason}`);
  }
}

async function watch(connection: NatsConnection, link: { up: boolean; waiting: number }, log: Logger): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type !== 'disconnect' && type !== 'reconnect' && type !== 'close') continue;
    link.up = type === 'reconnect';
    if (link.up) link.waiting = 0;
    log.warn({ nats: type }, link.up ? 'nats is back' : 'nats is away');
  }
}
