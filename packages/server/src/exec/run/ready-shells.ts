/**
 * Tells load from a broken shell. If a shell did not get ready in its time, but another one of the same place did
 * meanwhile, then its start-up files are in order: the machine is busy, and the command may be given again.
 */
import { Refusal } from '@synapse/contract';
import type { Clock } from '../../clock.ts';

export interface ReadyShells {
  /** A shell of this place has become ready. */
  ready(machineId: string, container: string | null): void;
  /** What to say of a command that did not start since then: `capacity_exceeded` where the cause was load. */
  explain(refusal: Refusal, machineId: string, container: string | null, since: number): Refusal;
}

const PLACES_MAX = 1_000;
const AGAIN_SECONDS = 5;

export function createReadyShells(clock: Clock): ReadyShells {
  const lastReady = new Map<string, number>();
  const key = (machineId: string, container: string | null): string => `${machineId} ${container ?? ''}`;
  return {
    ready: (...place) => {
      lastReady.delete(key(...place));
      lastReady.set(key(...place), clock());
      const [oldest] = lastReady.keys();
      if (lastReady.size > PLACES_MAX && oldest !== undefined) lastReady.delete(oldest);
    },
    explain: (refusal, machineId, container, since) => {
      if (refusal.code !== 'machine_shell_stuck') return refusal;
      const at = lastReady.get(key(machineId, container));
      return at === undefined || at < since
        ? refusal
        : new Refusal('capacity_exceeded', { retry_after: AGAIN_SECONDS });
    },
  };
}
