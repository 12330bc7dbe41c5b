/** What the audit log needs from time to time: a sign of life, the entries of dead instances closed, a checkpoint. */
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Audit } from './audit.ts';
import { heads } from './audit-store.ts';
import type { Checkpoints } from './checkpoints.ts';

const HEARTBEAT_MS = 10_000;
const CHECKPOINT_MS = 5 * 60_000;

export async function startAuditKeeping(
  database: Database,
  clock: Clock,
  audit: Audit,
  checkpoints: Checkpoints,
  log: Logger,
): Promise<{ stop(): Promise<void> }> {
  const checkpoint = async (): Promise<void> => {
    const marks = checkpoints.write(await heads(database.queries), clock());
    for (const mark of marks) log.info({ checkpoint: mark }, 'audit checkpoint');
  };
  const interrupted = await audit.heartbeat();
  if (interrupted > 0) log.warn({ interrupted }, 'commands were interrupted by a crash');
  const guard = (work: () => Promise<unknown>) => () => {
    work().catch((error: unknown) => log.warn({ err: error }, 'audit keeping failed'));
  };
  const timers = [
    setInterval(guard(audit.heartbeat), HEARTBEAT_MS).unref(),
    setInterval(guard(checkpoint), CHECKPOINT_MS).unref(),
  ];
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await checkpoint();
    },
  };
}
