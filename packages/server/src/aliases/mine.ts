/** Reads the new part of a workspace's audit log into counters, and returns how often each command was ordered. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ALIAS_LIMITS, readFileTemplate } from '@synapse/contract';
import { lastSettled } from '../audit/audit.ts';
import { DAY_MS } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import type { UsedCommand } from './merge-similar.ts';
import { countEntries, forgetBefore, keepNewest, lockMark, minedCommands, unsettledCommands } from './mined-store.ts';

/** Entries read in one transaction, in one turn of the event loop: few enough that no other query waits long. */
const PAGE = 2_000;
/** Removed in pages, so that there is never much to remove at once. */
const PRUNE_EVERY = 50;
/** The most rows that mining may keep. Commands seen once on their day go first, oldest days first. */
const ONCE_MAX = 20_000;
const ROWS_MAX = 100_000;

const CHARS = { min: ALIAS_LIMITS.suggestedCharsMin, max: ALIAS_LIMITS.suggestedCharsMax };

/** Reads on up to the newest entry that is final. Says how many it has read, of how many. */
export async function readLog(
  database: Database,
  workspaceId: WorkspaceId,
  olderThan: number,
  report: (done: number, of: number) => void = () => undefined,
): Promise<void> {
  const settled = await lastSettled(database.queries, workspaceId);
  for (let [page, mark] = [1, -1]; mark < settled; page++) {
    mark = await readPage(database, workspaceId, settled);
    report(mark, settled);
    await nextTurn();
    if (page % PRUNE_EVERY === 0) await prune(database, workspaceId, olderThan);
  }
  await prune(database, workspaceId, olderThan);
}

/** Commands that were typed in full, from day `since` on. */
export async function usedCommands(
  database: Database,
  workspaceId: WorkspaceId,
  since: number,
): Promise<UsedCommand[]> {
  const used = await database.transaction(async (tx) => {
    // Another run may have read on meanwhile, so only entries after the current mark are missing in the counters.
    const after = await lockMark(tx, workspaceId);
    const mined = await minedCommands(tx, workspaceId, since);
    return together(mined, await unsettledCommands(tx, { workspaceId, after, since: since * DAY_MS, chars: CHARS }));
  });
  await nextTurn();
  // Users do not type those: they are what the log calls an order about a file.
  return used.filter(({ command }) => readFileTemplate(command) === null);
}

async function prune(database: Database, workspaceId: WorkspaceId, olderThan: number): Promise<void> {
  await database.transaction(async (tx) => {
    await forgetBefore(tx, workspaceId, olderThan);
    await keepNewest(tx, { workspaceId, which: 'once', max: ONCE_MAX });
    await keepNewest(tx, { workspaceId, which: 'all', max: ROWS_MAX });
  });
  await nextTurn();
}

/** How far the log is read now. */
async function readPage(database: Database, workspaceId: WorkspaceId, settled: number): Promise<number> {
  return database.transaction(async (tx) => {
    const after = await lockMark(tx, workspaceId);
    if (after >= settled) return after;
    const upTo = Math.min(settled, after + PAGE);
    await countEntries(tx, { workspaceId, after, upTo, chars: CHARS });
    return upTo;
  });
}

function together(mined: readonly UsedCommand[], more: readonly UsedCommand[]): UsedCommand[] {
  const counts = new Map(mined.map(({ command, count }) => [command, count]));
  for (const { command, count } of more) counts.set(command, (counts.get(command) ?? 0) + count);
  return [...counts].map(([command, count]) => ({ command, count }));
}
