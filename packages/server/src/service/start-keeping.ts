/** What is done from time to time, beside the calls: removing, signing, closing, archiving, migrating. */
import type { Logger } from 'pino';
import type { Suggestions } from '../aliases/suggestions.ts';
import type { Archive } from '../audit/archive/archive.ts';
import { createRetention, startRetention } from '../audit/archive/retention.ts';
import type { Audit } from '../audit/audit.ts';
import type { Checkpoints } from '../audit/checkpoints.ts';
import { startAuditKeeping } from '../audit/keeping.ts';
import { startResuming } from '../audit/start-resuming.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/read-config.ts';
import type { Database } from '../db/database.ts';
import type { Events } from '../events/events.ts';
import type { Lease } from '../instances/index.ts';
import { createCountUsage } from '../stats/count-usage.ts';
import type { InstanceKeys } from '../vault/instance-keys.ts';
import { startHousekeeping } from './housekeeping.ts';
import { startBatches } from './start-batches.ts';

export interface KeepingParts {
  readonly config: Pick<Config, 'auditDays' | 'instanceDeadSeconds'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly keys: InstanceKeys;
  readonly lease: Lease;
  readonly events: Events;
  readonly audit: Audit;
  readonly checkpoints: Checkpoints;
  readonly archive: Archive;
  readonly suggestions: Pick<Suggestions, 'readOn'>;
  /** What removes its own things when their time is over. */
  readonly kept: readonly { expire(): Promise<void> }[];
  /** Nobody else uses the database while this starts. */
  readonly alone: boolean;
}

interface Keeper {
  stop(): void | Promise<void>;
}

export async function startKeeping(parts: KeepingParts): Promise<Keeper[]> {
  const { config, database, clock, log, keys, lease, events, audit, checkpoints, alone } = parts;
  return [
    startHousekeeping(database, clock, parts.kept, log),
    await startAuditKeeping(database, clock, audit, checkpoints, lease, log, {
      sealKey: keys.auditSeals,
      heartbeatMs: (config.instanceDeadSeconds * 1000) / 6,
      alone,
      onInterrupted: ({ userId, executionId, machine }) =>
        events.publish(userId, { type: 'execution', execution_id: executionId, status: 'interrupted', machine }),
    }),
    ...(config.auditDays === null ? [] : [keepRetention(parts, config.auditDays)]),
    startBatches(database, log),
    startResuming(database, { archive: parts.archive, sealKey: keys.auditSeals }, log),
  ];
}

function keepRetention(parts: KeepingParts, days: number): Keeper {
  const { database, clock, archive, log, keys, suggestions, checkpoints } = parts;
  const countUsage = createCountUsage(database, clock);
  const beforeCut = async (userId: string): Promise<void> => {
    await countUsage(userId);
    await suggestions.readOn(userId);
  };
  const { brokenMark } = checkpoints;
  return startRetention(createRetention({ database, clock, archive, log, days, keys, brokenMark, beforeCut }), log);
}
