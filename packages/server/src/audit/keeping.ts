/** What the audit log needs from time to time: closing the entries of dead instances, a checkpoint. */
import { createSecretKey } from 'node:crypto';
import type { Logger } from 'pino';
import { poll } from '../background/poll.ts';
import { type Clock, DAY_MS } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { forgetInstances, type Lease } from '../instances/index.ts';
import type { Audit, Interrupted } from './audit.ts';
import { heads } from './audit-store.ts';
import { headSeal, sameBytes } from './chain.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { KnownEnd } from './known-ends.ts';

export interface KeepingOptions {
  readonly sealKey: Buffer;
  readonly heartbeatMs: number;
  /** This instance has the database to itself while it starts, so every other one is dead. */
  readonly alone: boolean;
  /** A command of a dead instance was closed. */
  readonly onInterrupted: (entry: Interrupted) => void;
}

/** While entries come, their ends are signed this often. */
const CHECKPOINT_MS = 1_000;
/** An instance that was silent for so long does not come back. */
const FORGOTTEN_MS = 2 * DAY_MS;
/** How often instances look for others that are dead, at most. */
const SWEEP_MS = 1_000;

export async function startAuditKeeping(
  database: Database,
  clock: Clock,
  audit: Audit,
  checkpoints: Checkpoints,
  lease: Lease,
  log: Logger,
  { heartbeatMs, alone, onInterrupted, ...options }: KeepingOptions,
): Promise<{ stop(): Promise<void> }> {
  const sealKey = createSecretKey(options.sealKey);

  const signOff = async (ends: readonly KnownEnd[]): Promise<void> => {
    // A mark must never be on the disk before what it marks.
    await database.synced();
    const marks = await checkpoints.write(ends, clock());
    if (marks.length > 0) log.info({ checkpoint: marks }, 'audit checkpoint');
  };
  const signOffOwn = async (): Promise<void> => {
    const ends = audit.ends.unsigned();
    if (ends.length === 0) return;
    await signOff(ends);
    audit.ends.signedOff(ends);
  };
  /** Also what other instances wrote, and what a crash left unsigned: each file alone must reveal a cut tail. */
  const signOffAll = async (): Promise<void> => {
    await signOffOwn();
    await signOff((await heads(database.queries)).filter((head) => sameBytes(head.seal, headSeal(sealKey, head))));
  };
  const closeDead = async (alone = false): Promise<void> => {
    // An instance that is not sure of itself says nothing about others.
    const interrupted = lease.held ? await audit.interruptDead(alone) : [];
    if (interrupted.length > 0) log.warn({ interrupted: interrupted.length }, 'closed commands interrupted by a crash');
    for (const entry of interrupted) onInterrupted(entry);
  };
  const failure = 'audit maintenance failed';
  await closeDead(alone);
  await signOffAll().catch((error: unknown) => log.warn({ err: error }, failure));
  const beat = async (): Promise<void> => {
    await signOffAll();
    await forgetInstances(database.queries, clock(), FORGOTTEN_MS);
  };
  const polls = [
    poll({ everyMs: Math.min(SWEEP_MS, heartbeatMs), work: () => closeDead(), log, failure }),
    poll({ everyMs: heartbeatMs, work: beat, log, failure }),
    poll({ everyMs: CHECKPOINT_MS, work: signOffOwn, log, failure }),
  ];
  return {
    stop: async () => {
      for (const { stop } of polls) stop();
      try {
        await signOffAll();
        await lease.release();
      } finally {
        checkpoints.close();
      }
    },
  };
}
