/** The bus that the configuration asks for. The NATS client is loaded only if it is used. */
import type { Logger } from 'pino';
import { type Bus, createLocalBus } from './bus.ts';

export async function createBus({ natsUrl }: { natsUrl: string | null }, log: Logger): Promise<Bus> {
  if (natsUrl === null) return createLocalBus();
  const { createNatsBus } = await import('./nats-bus.ts');
  return createNatsBus(natsUrl, log);
}
