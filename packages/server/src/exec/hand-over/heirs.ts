/**
 * Whether there is anybody to hand commands to. Where all stop together, as the workers of one service do, each says so:
 * then nobody waits for the others.
 */
import { listInstances } from '../../instances/index.ts';
import type { HandOverServices } from './hand-over-services.ts';

export interface Heirs {
  /** From now on, hears of those that stop, and tells of this one. */
  start(): void;
  /** Whether another instance lives that has not said that it stops. */
  any(): Promise<boolean>;
}

/** Somebody stops, and takes over nothing any more. */
const TOPIC = 'hand-overs.leaving';
/** The oldest are forgotten: they would be waited for like any other. */
const MOST = 1_000;

interface Leaving {
  readonly id: string;
  /** An instance that was started again has another one. */
  readonly epoch: number;
}

type Services = Pick<HandOverServices, 'bus' | 'lease' | 'stopping' | 'database' | 'clock' | 'deadAfterMs'>;

export function createHeirs(services: () => Services): Heirs {
  const leaving = new Map<string, number>();
  return {
    start: () => {
      const { bus, lease, stopping } = services();
      bus.subscribe(TOPIC, (message) => {
        const { id, epoch } = message as Leaving;
        leaving.set(id, epoch);
        for (const oldest of leaving.keys()) {
          if (leaving.size <= MOST) break;
          leaving.delete(oldest);
        }
      });
      const tell = (): void => {
        if (lease.held) bus.publish(TOPIC, { id: lease.instanceId, epoch: lease.epoch() } satisfies Leaving);
      };
      stopping.addEventListener('abort', tell, { once: true });
    },
    any: async () => {
      const { database, clock, deadAfterMs, lease } = services();
      const { queries, dialect } = database;
      const all = await listInstances(queries, { dialect, now: clock() });
      const lives = all.filter(({ seen_at, now }) => seen_at >= now - deadAfterMs);
      return lives.some(({ id, epoch }) => id !== lease.instanceId && leaving.get(id) !== epoch);
    },
  };
}
