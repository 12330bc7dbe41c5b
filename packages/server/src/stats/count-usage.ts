/** Counts the new part of a workspace's audit log for the breakdown of savings, a page at a time. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BREAKDOWN_COMMAND_CHARS, STATS_DAYS } from '@synapse/contract';
import { lastSettled } from '../audit/audit.ts';
import { type Clock, utcDay } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import {
  BREAKDOWN_KINDS,
  countClients,
  countSpan,
  type LogSpan,
  lockMark,
  type Marks,
  moveMark,
  pruneBreakdown,
  readMark,
} from './breakdown-store.ts';

/** Entries read in one transaction, in one turn of the event loop: few enough that other work does not wait long. */
const PAGE = 500;
/** Removed in pages, so that there is never much to remove at once. */
const PRUNE_EVERY = 200;
/** Of each day that is over, so many commands stay counted: those that saved most. */
const COMMANDS_OF_A_DAY = 50;
/** Counters and mark move together, so what a power cut loses is read from the log again. */
const NOT_DURABLE = { durable: false } as const;

/** Up to the newest entry that is final. Says how many it has read, of how many. */
export type CountUsage = (workspaceId: WorkspaceId, report?: (done: number, of: number) => void) => Promise<void>;

export function createCountUsage(database: Database, clock: Clock): CountUsage {
  const { queries } = database;

  const count: Readonly<Record<Marks, (tx: Queries, span: LogSpan) => Promise<void>>> = {
    usage_marks: async (tx, span) => {
      for (const kind of BREAKDOWN_KINDS) await countSpan(tx, kind, span, BREAKDOWN_COMMAND_CHARS);
    },
    usage_client_marks: countClients,
  };

  /** How far the log is read now. */
  const readPage = (marks: Marks, workspaceId: WorkspaceId, settled: number): Promise<number> =>
    database.transaction(async (tx) => {
      const after = await lockMark(tx, marks, workspaceId);
      if (after >= settled) return after;
      const upTo = Math.min(settled, after + PAGE);
      await count[marks](tx, { workspaceId, after, upTo });
      await moveMark(tx, marks, workspaceId, upTo);
      return upTo;
    }, NOT_DURABLE);
  const prune = async (workspaceId: WorkspaceId): Promise<void> => {
    const today = utcDay(clock());
    const kept = { oldest: today - STATS_DAYS.max, today, most: COMMANDS_OF_A_DAY };
    await database.transaction((tx) => pruneBreakdown(tx, workspaceId, kept), NOT_DURABLE);
  };

  return async (workspaceId, report = () => undefined) => {
    const settled = await lastSettled(queries, workspaceId);
    for (const marks of ['usage_marks', 'usage_client_marks'] as const) {
      let mark = await readMark(queries, marks, workspaceId);
      if (mark >= settled) continue;
      for (let page = 1; mark < settled; page++) {
        mark = await readPage(marks, workspaceId, settled);
        report(mark, settled);
        await nextTurn();
        if (page % PRUNE_EVERY === 0) await prune(workspaceId);
      }
      await prune(workspaceId);
    }
  };
}
