/** Puts together what freezes: the rules, what dies by them on every instance, and who is told. */
import type { Logger } from 'pino';
import type { Audit } from '../audit/audit.ts';
import type { Bus } from '../bus/bus.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Events } from '../events/events.ts';
import type { RunningCommands } from '../exec/run/running-commands.ts';
import { createFreezes, type FreezeEffects, type Freezes } from '../freezes/freezes.ts';
import type { Machines } from '../machines/machines.ts';
import { createStopFrozen } from './stop-frozen.ts';

export interface FreezingParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly bus: Bus;
  readonly events: Events;
  readonly running: RunningCommands;
  readonly machines: Pick<Machines, 'find'>;
  readonly audit: Pick<Audit, 'note' | 'committed'>;
  readonly tokenId: FreezeEffects['tokenId'];
  /** Denies what waits and is covered. */
  readonly deny: FreezeEffects['within'];
}

export function createFreezing(parts: FreezingParts): { readonly freezes: Freezes; stop(): void } {
  const { database, clock, log, bus, events, running, machines, audit, tokenId, deny } = parts;
  const freezes = createFreezes(database, clock, {
    assertMachine: async (userId, slug) => void (await machines.find({ userId, role: 'member' }, slug)),
    tokenId,
    within: deny,
    note: async (tx, { id, source, ip }, what) => {
      const entry = await audit.note(tx, { userId: id, source, ip, what });
      return () => audit.committed(entry);
    },
    changed: (userId, freeze, active) => {
      if (active) stopFrozen.now();
      const event = { type: 'freeze', freeze, active } as const;
      if (userId === null) events.publishToAll(event);
      else events.publish(userId, event);
    },
  });
  const stopFrozen = createStopFrozen({ bus, running, freezes, log });
  return { freezes, stop: stopFrozen.stop };
}
