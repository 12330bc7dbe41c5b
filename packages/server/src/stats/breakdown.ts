/**
 * How much each filter, alias, command and machine saved: counted from the audit log on demand, never while a command
 * runs.
 */
import { BREAKDOWN_COMMAND_CHARS, type StatsBreakdown } from '@synapse/contract';
import { createLongWork } from '../background/long-work.ts';
import { type Clock, DAY_MS, isoTime, utcDay } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import { type BREAKDOWN_KINDS, clientSavings, dailyOutput, largestSavings, type Saving } from './breakdown-store.ts';
import { createCountUsage } from './count-usage.ts';

export type Breakdown = (workspaceId: WorkspaceId, query: { readonly days: number }) => Promise<StatsBreakdown>;

const MOST = 10;
const CHARS_PER_TOKEN = 4;
/** Of a long log that was never counted, the answer tells what is counted so far. */
const TIMES = { waitMs: 5_000, keepMs: 0, atOnce: 2 };

export function createBreakdown(database: Database, clock: Clock, times = TIMES): Breakdown {
  const counting = createLongWork(createCountUsage(database, clock), { clock, ...times });

  return async (workspaceId, { days }) => {
    const outcome = await counting.ask(workspaceId);
    const to = utcDay(clock());
    const since = to - days + 1;
    // While it is being counted, what is not counted yet is too much to read for one answer.
    const wanted = { workspaceId, since, withRest: !outcome.running };
    const largest = (kind: (typeof BREAKDOWN_KINDS)[number]): Promise<Saving[]> =>
      largestSavings(database.queries, kind, wanted, { most: MOST, commandChars: BREAKDOWN_COMMAND_CHARS });
    const clients = await clientSavings(database.queries, wanted, MOST);
    const [filters, aliases, commands] = [await largest('filter'), await largest('alias'), await largest('command')];
    const machines = await largest('machine');
    const output = await dailyOutput(database.queries, wanted);
    const aliasTokens = tokensOf(aliases.map(({ saved }) => saved));
    return {
      period: { days, from: dateOf(since), to: dateOf(to) },
      clients: clients.map(({ name, runs, saved, printed, returned }) => ({
        client: name,
        runs,
        saved_tokens: saved,
        printed_bytes: printed,
        returned_bytes: returned,
      })),
      filters: filters.map(({ name, runs, saved }) => ({ filter: name, runs, saved_tokens: saved })),
      aliases: aliases.map(({ name, runs }, at) => ({ code: name, runs, saved_tokens: aliasTokens[at]! })),
      commands: commands.map(({ name, runs, saved }) => ({ command: name, runs, saved_tokens: saved })),
      machines: machines.map(({ name, runs, saved }) => ({ machine: name, runs, saved_tokens: saved })),
      days: output.map(({ day, printed, returned }) => ({
        day: dateOf(day),
        printed_bytes: printed,
        returned_bytes: returned,
      })),
      ...(outcome.running ? { progress: outcome.progress } : {}),
    };
  };
}

/** Rounded together: they add up to the tokens of all the characters, and what the rows lose goes where most was lost. */
function tokensOf(chars: readonly number[]): number[] {
  const tokens = chars.map((count) => Math.floor(count / CHARS_PER_TOKEN));
  const sum = (counts: readonly number[]) => counts.reduce((one, other) => one + other, 0);
  const lost = (at: number) => chars[at]! - CHARS_PER_TOKEN * tokens[at]!;
  const mostLost = chars.map((_, at) => at).sort((one, other) => lost(other) - lost(one));
  const left = Math.floor(sum(chars) / CHARS_PER_TOKEN) - sum(tokens);
  for (const at of mostLost.slice(0, left)) tokens[at]! += 1;
  return tokens;
}

function dateOf(day: number): string {
  return isoTime(day * DAY_MS).slice(0, 10);
}
