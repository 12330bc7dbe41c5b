/** The bus that the configuration asks for; the client of NATS is loaded only where there is one. */
import type { Logger } from 'pino';
import { type Bus, createLocalBus } from './bus.ts';

export async function createBus({ natsUrl }: { natsUrl: string | null }, log: Logger): Promise<Bus> {
  if (natsUrl === null) return createLocalBus();
  const { createNatsBus } = await import('./nats-bus.ts');
  return createNatsBus(natsUrl, log);
}
