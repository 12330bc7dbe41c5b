/** The calls of a user whose log grows: on either database, without the service around it. */
import { createAudit } from '../../packages/server/src/audit/audit.ts';
import type { Database } from '../../packages/server/src/db/database.ts';
import { migrate } from '../../packages/server/src/db/migrate.ts';
import type { WorkspaceId } from '../../packages/server/src/ids.ts';
import { createBreakdown } from '../../packages/server/src/stats/breakdown.ts';
import { createStats } from '../../packages/server/src/stats/stats.ts';
import { BUSY, fillAuditLog, SEAL_KEY } from '../audit/fill.ts';
import { timed } from '../times.ts';
import { medianOf, type Row } from './table.ts';

export async function withEntries(database: Database, entries: number): Promise<Row> {
  await migrate(database);
  await fillAuditLog(database, entries);
  const audit = createAudit(database, Date.now, { instanceId: 'bench', sealKey: SEAL_KEY, deadAfterMs: 0 });
  const breakdown = createBreakdown(database, Date.now, { waitMs: 3_600_000, keepMs: 0, atOnce: 1 });
  const subject = {
    ...({ workspaceId: BUSY, source: 'rest', machine: 'web-1', container: null, cwd: null, alias: null } as const),
    commandTemplate: 'uptime',
    typedChars: 6,
    tokenHint: null,
    ip: null,
  };
  const openAndClose = () =>
    database.transaction(async (tx) => {
      const entry = await audit.open(tx, subject);
      await audit.close(tx, entry, { status: 'done', exitCode: 0, durationMs: 1 });
    });
  const page = (who: WorkspaceId | null, query: object) => medianOf(() => audit.list(who, { limit: 50, ...query }));
  const stats = createStats(database, Date.now);
  const first = await timed(() => breakdown(BUSY, { days: 30 }));
  /** What the page asks for, once the log has been counted. */
  const openSavings = async () => {
    await stats.answer({ workspaceId: BUSY, role: 'member' }, { days: 30, group_by: 'day' });
    await breakdown(BUSY, { days: 30 });
  };
  return {
    entries,
    'open and close': await medianOf(openAndClose),
    'newest page': await page(BUSY, {}),
    'of everybody': await page(null, {}),
    'failures on a machine': await page(BUSY, { machine: 'web-2', success: false }),
    'search, few': await page(BUSY, { q: 'uptime' }),
    'search, many': await page(BUSY, { q: 'git' }),
    'search, none': await page(BUSY, { q: 'nowhere' }),
    'in a state': await page(BUSY, { status: 'refused' }),
    'breakdown, first': first,
    'open Savings': await medianOf(openSavings),
  };
}
