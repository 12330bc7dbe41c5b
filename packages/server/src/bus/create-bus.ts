/** The bus that the configuration asks for. The NATS client is loaded only if it is used. */
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { masterKey } from '../vault/cipher.ts';
import { createSealer } from '../vault/sealer.ts';
import { type Bus, type BusMeter, createLocalBus } from './bus.ts';
import { createSealedMessages } from './sealed-messages.ts';

export interface BusParts {
  readonly natsUrl: string | null;
  readonly natsCa: string | null;
  /** Two keys that only the instances of the installation have. The second becomes a public name. */
  readonly keys: { readonly bus: Buffer; readonly installation: Buffer };
  readonly clock: Clock;
  readonly log: Logger;
  readonly meter: BusMeter;
}

export async function createBus({ natsUrl, natsCa, keys, clock, log, meter }: BusParts): Promise<Bus> {
  if (natsUrl === null) return createLocalBus();
  const sealed = createSealedMessages(createSealer(masterKey(keys.bus)), clock);
  const { createNatsBus } = await import('./nats-bus.ts');
  const installation = keys.installation.toString('hex', 0, 8);
  return createNatsBus({ url: natsUrl, caFile: natsCa, installation, sealed, log, meter });
}
