/** The bus that the configuration asks for. The NATS client is loaded only if it is used. */
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { masterKey } from '../vault/cipher.ts';
import { createSealer } from '../vault/sealer.ts';
import { type Bus, type BusMeter, createLocalBus } from './bus.ts';
import { createSealedMessages } from './sealed-messages.ts';
import type { ParentChannel } from './worker-bus.ts';

export interface BusParts {
  readonly natsUrl: string | null;
  readonly natsCa: string | null;
  /** Two keys that all instances of the installation have, and nobody else. The second becomes a public name. */
  readonly keys: { readonly bus: Buffer; readonly installation: Buffer };
  readonly clock: Clock;
  readonly log: Logger;
  readonly meter: BusMeter;
  /** To the parent of a worker, which is the bus where there is no NATS. */
  readonly channel?: ParentChannel | undefined;
}

export async function createBus({ natsUrl, natsCa, keys, clock, log, meter, channel }: BusParts): Promise<Bus> {
  if (natsUrl === null && channel === undefined) return createLocalBus();
  const sealed = createSealedMessages(createSealer(masterKey(keys.bus)), clock);
  if (natsUrl === null)
    return (await import('./worker-bus.ts')).createWorkerBus({ channel: channel!, sealed, log, meter });
  const { createNatsBus } = await import('./nats-bus.ts');
  const installation = keys.installation.toString('hex', 0, 8);
  return createNatsBus({ url: natsUrl, caFile: natsCa, installation, sealed, log, meter });
}
