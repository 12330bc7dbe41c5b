/** What the audit log needs from time to time: a sign of life, the entries of dead instances closed, a checkpoint. */
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Audit, Interrupted } from './audit.ts';
import { heads } from './audit-store.ts';
import type { Checkpoints } from './checkpoints.ts';

export interface KeepingOptions {
  readonly heartbeatMs: number;
  /** Nobody else uses the database while this starts: whoever left something running is dead. */
  readonly alone: boolean;
  /** A command of an instance that died was closed. */
  readonly onInterrupted: (entry: Interrupted) => void;
}

const CHECKPOINT_MS = 5 * 60_000;

export async function startAuditKeeping(
  database: Database,
  clock: Clock,
  audit: Audit,
  checkpoints: Checkpoints,
  log: Logger,
  { heartbeatMs, alone, onInterrupted }: KeepingOptions,
): Promise<{ stop(): Promise<void> }> {
  const checkpoint = async (): Promise<void> => {
    const marks = checkpoints.write(await heads(database.queries), clock());
    for (const mark of marks) log.info({ checkpoint: mark }, 'audit checkpoint');
  };
  const heartbeat = async (alone = false): Promise<void> => {
    const interrupted = await audit.heartbeat(alone);
    if (interrupted.length > 0) log.warn({ interrupted: interrupted.length }, 'commands were interrupted by a crash');
    for (const entry of interrupted) onInterrupted(entry);
  };
  await heartbeat(alone);
  const busy = new Set<unknown>();
  const guard = (work: () => Promise<unknown>) => () => {
    // A database that is slow to answer is not asked again on top.
    if (busy.has(work)) return;
    busy.add(work);
    work()
      .catch((error: unknown) => log.warn({ err: error }, 'audit keeping failed'))
      .finally(() => busy.delete(work));
  };
  const timers = [
    setInterval(guard(heartbeat), heartbeatMs).unref(),
    setInterval(guard(checkpoint), CHECKPOINT_MS).unref(),
  ];
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await checkpoint();
      await audit.leave();
    },
  };
}
