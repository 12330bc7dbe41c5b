/** The bus between instances: NATS. */
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { Bus } from './bus.ts';

const PREFIX = 'synapse.';

export async function createNatsBus(url: string, log: Logger): Promise<Bus> {
  const connection = await connect({ servers: url, name: 'synapse', maxReconnectAttempts: -1, timeout: 5_000 });
  void watch(connection, log);
  return {
    publish: (topic, message) => connection.publish(PREFIX + topic, JSON.stringify(message)),
    subscribe: (topic, handler) => {
      const subscription = connection.subscribe(PREFIX + topic, {
        callback: (error, message) => {
          if (error === null) handler(message.json());
        },
      });
      return () => subscription.unsubscribe();
    },
    close: () => connection.drain(),
  };
}

async function watch(connection: NatsConnection, log: Logger): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect' || status.type === 'reconnect') log.warn({ nats: status.type }, 'nats');
  }
}
