/**
 * How much each filter, alias and command saved: counted from the audit log when somebody asks, never while a command
 * runs.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BREAKDOWN_COMMAND_CHARS, STATS_DAYS, type StatsBreakdown } from '@synapse/contract';
import { lastSettled } from '../audit/audit.ts';
import { type Clock, DAY_MS, isoTime, utcDay } from '../clock.ts';
import type { Database } from '../db/database.ts';
import {
  BREAKDOWN_KINDS,
  clientSavings,
  countClients,
  countSpan,
  largestSavings,
  lockMark,
  moveMark,
  pruneBreakdown,
  readMark,
  type Saving,
} from './breakdown-store.ts';

export type Breakdown = (userId: string, query: { readonly days: number }) => Promise<StatsBreakdown>;

/** Entries read in one transaction, in one turn of the event loop: few enough that nobody else waits long. */
const PAGE = 2_000;
/** Removed in pages, so that there is never much to remove at once. */
const PRUNE_EVERY = 50;
/** The most rows that the counters may take, however many commands never come again. */
const PLAIN_MAX = 20_000;
/** Counters and mark move together, so what a power cut loses is read from the log again. */
const NOT_DURABLE = { durable: false } as const;
const MOST = 10;
const CHARS_PER_TOKEN = 4;

export function createBreakdown(database: Database, clock: Clock): Breakdown {
  const { queries, dialect } = database;

  /** False when there is nothing left to read. */
  const readPage = (userId: string, settled: number): Promise<boolean> =>
    database.transaction(async (tx) => {
      const after = await lockMark(tx, dialect, userId);
      if (after >= settled) return false;
      const upTo = Math.min(settled, after + PAGE);
      for (const kind of BREAKDOWN_KINDS) await countSpan(tx, kind, { userId, after, upTo }, BREAKDOWN_COMMAND_CHARS);
      await countClients(tx, { userId, after, upTo });
      await moveMark(tx, userId, upTo);
      return upTo < settled;
    }, NOT_DURABLE);
  const prune = (userId: string): Promise<void> =>
    database.transaction((tx) => pruneBreakdown(tx, userId, utcDay(clock()) - STATS_DAYS.max, PLAIN_MAX), NOT_DURABLE);

  const catchUp = async (userId: string): Promise<void> => {
    const settled = await lastSettled(queries, userId);
    if ((await readMark(queries, userId)) >= settled) return;
    for (let page = 1; await readPage(userId, settled); page++) {
      await nextTurn();
      if (page % PRUNE_EVERY === 0) await prune(userId);
    }
    await prune(userId);
  };

  return async (userId, { days }) => {
    await catchUp(userId);
    const to = utcDay(clock());
    const since = to - days + 1;
    const largest = (kind: (typeof BREAKDOWN_KINDS)[number]): Promise<Saving[]> =>
      largestSavings(queries, kind, { userId, since }, { most: MOST, commandChars: BREAKDOWN_COMMAND_CHARS });
    const clients = await clientSavings(queries, { userId, since }, MOST);
    const [filters, aliases, commands] = [await largest('filter'), await largest('alias'), await largest('command')];
    return {
      period: { days, from: dateOf(since), to: dateOf(to) },
      clients: clients.map(({ name, runs, saved, printed, returned }) => ({
        client: name,
        ...{ runs, saved_tokens: saved, printed_bytes: printed, returned_bytes: returned },
      })),
      filters: filters.map(({ name, runs, saved }) => ({ filter: name, runs, saved_tokens: saved })),
      aliases: aliases.map(({ name, runs, saved }) => ({
        code: name,
        runs,
        saved_tokens: Math.trunc(saved / CHARS_PER_TOKEN),
      })),
      commands: commands.map(({ name, runs, saved }) => ({ command: name, runs, saved_tokens: saved })),
    };
  };
}

function dateOf(day: number): string {
  return isoTime(day * DAY_MS).slice(0, 10);
}
