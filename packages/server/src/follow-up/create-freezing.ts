/** Puts together what freezes: the rules, what they kill on every instance, and who is notified. */
import type { Audit } from '../audit/audit.ts';
import { noteChange } from '../audit/note-change.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Events } from '../events/events.ts';
import { createFreezes, type FreezeEffects, type Freezes } from '../freezes/freezes.ts';
import type { Machines } from '../machines/machines.ts';
import type { StopCommands } from './stop-commands.ts';

export interface FreezingParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Events;
  readonly stopCommands: Pick<StopCommands, 'now'>;
  readonly machines: Pick<Machines, 'find'>;
  readonly audit: Pick<Audit, 'note' | 'committed'>;
  readonly tokenId: FreezeEffects['tokenId'];
  /** Denies what waits and is covered. */
  readonly deny: FreezeEffects['within'];
}

export function createFreezing(parts: FreezingParts): Freezes {
  const { database, clock, events, stopCommands, machines, audit, tokenId, deny } = parts;
  return createFreezes(database, clock, {
    assertMachine: async (workspaceId, slug) => void (await machines.find({ workspaceId, role: 'member' }, slug)),
    tokenId,
    within: deny,
    note: (tx, { workspaceId, source, ip, tell }, what) =>
      noteChange(audit, tx, { workspaceId, source, ip, what, tell }),
    changed: (workspaceId, freeze, active) => {
      if (active) stopCommands.now();
      const event = { type: 'freeze', freeze, active } as const;
      if (workspaceId === null) events.publishToAll(event);
      else events.publish(workspaceId, event);
    },
  });
}
