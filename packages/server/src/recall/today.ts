/** What happened today: journal, executions, failures, roadmap, quota. */
import { DEFAULT_QUOTAS, type PlanId, type Quotas, type Today } from '@synapse/contract';
import { countExecutions, failedExecutions } from '../audit/audit.ts';
import { type Clock, isoTime } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { personalWorkspaceId } from '../ids.ts';
import { countEntriesSince, entryView, listEntries } from '../journal/journal.ts';
import type { CallsToday } from '../limits/calls-today.ts';
import { roadmapSince } from '../projects/items.ts';
import type { UserSettings } from '../projects/settings.ts';

export type TodayDashboard = (user: { userId: string; plan: PlanId }) => Promise<Today>;

const ENTRIES = 20;
const FAILURES = 10;
const MOVED = 20;

export function createToday(
  { queries }: Database,
  clock: Clock,
  settings: UserSettings,
  callsToday: CallsToday,
  quotas: Quotas = DEFAULT_QUOTAS,
): TodayDashboard {
  return async ({ userId, plan }) => {
    const workspaceId = personalWorkspaceId(userId);
    const { timezone } = await settings.get(userId);
    const { date, start } = dayOf(clock(), timezone);
    const executions = await countExecutions(queries, workspaceId, start);
    const total = (wanted: (entry: (typeof executions)[number]) => boolean): number =>
      executions.filter(wanted).reduce((sum, { count }) => sum + count, 0);
    const entries = await listEntries(queries, { workspaceId, since: start, limit: ENTRIES });
    const failures = await failedExecutions(queries, workspaceId, start, FAILURES);
    const moved = await roadmapSince(queries, workspaceId, start, MOVED);
    return {
      date,
      timezone,
      journal: { count: await countEntriesSince(queries, workspaceId, start), entries: entries.map(entryView) },
      executions: {
        total: total(({ status }) => status !== 'refused'),
        succeeded: total(({ failed }) => !failed),
        failed: total(({ status, failed }) => failed && !['running', 'pending', 'refused'].includes(status)),
        refused: total(({ status }) => status === 'refused'),
        running: total(({ status }) => status === 'running'),
      },
      failures: failures.map((row) => ({ ...row, created_at: isoTime(row.created_at) })),
      roadmap: moved.map(({ id, project_id, title, status }) => ({ id, project_id, title, status: status ?? '' })),
      quota: { calls_today: await callsToday(userId), daily_quota: quotas[plan] },
    };
  };
}

/** Which day it is in that zone, and when it began. */
export function dayOf(now: number, timeZone: string): { date: string; start: number } {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const date = format.format(now).slice(0, 10);
  // Midnight in UTC, moved by the zone's offset at that time. Done twice, for days on which the offset changes.
  let start = Date.parse(`${date}T00:00:00Z`);
  for (let round = 0; round < 2; round++) {
    const shown = Date.parse(`${format.format(start).replace(' ', 'T')}Z`);
    start += Date.parse(`${date}T00:00:00Z`) - shown;
  }
  return { date, start };
}
