/** Kills what a freeze covers: at once where it was made, by the bus on the other instances, by asking the database where neither tells. */
import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import { belongsTo } from '../exec/execution.ts';
import type { RunningCommands } from '../exec/run/running-commands.ts';
import type { Freezes } from '../freezes/freezes.ts';

export interface StopFrozen {
  /** A freeze was committed here: what it covers dies, on every instance. */
  now(): void;
  stop(): void;
}

export interface StopFrozenServices {
  readonly bus: Bus;
  readonly running: Pick<RunningCommands, 'list' | 'count'>;
  readonly freezes: Pick<Freezes, 'among'>;
  readonly log: Logger;
}

const TOPIC = 'freezes.made';
/**
 * A freeze takes hold within this also where the bus has lost its message: a tree needs its own time to die, within two
 * seconds in all. Asked only while something runs here.
 */
const POLL_MS = 400;

export function createStopFrozen({ bus, running, freezes, log }: StopFrozenServices): StopFrozen {
  const sweep = async (): Promise<void> => {
    if (running.count === 0) return;
    const frozen = await freezes.among(running.list(), belongsTo);
    for (const { command, why } of frozen) command.stopper.stop('cancelled', why);
  };
  const attempt = (): Promise<void> =>
    sweep().catch((error: unknown) => log.warn({ err: error }, 'failed to load frozen commands'));

  let polling = false;
  const timer = setInterval(() => {
    if (polling) return;
    polling = true;
    void attempt().finally(() => {
      polling = false;
    });
  }, POLL_MS).unref();
  const leave = bus.subscribe(TOPIC, () => void attempt());

  return {
    now: () => {
      void attempt();
      bus.publish(TOPIC, null);
    },
    stop: () => {
      clearInterval(timer);
      leave();
    },
  };
}
