/** Alias suggestions: mined from what really ran, then accepted or rejected by a person. */
import {
  ALIAS_LIMITS,
  type MinedSuggestions,
  type MineRequest,
  Refusal,
  type Suggestion,
  type SuggestionStatus,
} from '@synapse/contract';
import { createLongWork } from '../background/long-work.ts';
import { type Clock, isoTime, utcDay } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import { newId } from '../ids.ts';
import { listAliases, lockAliases } from './alias-store.ts';
import type { Aliases } from './aliases.ts';
import { type Candidate, findCandidates } from './find-candidates.ts';
import { readLog, usedCommands } from './mine.ts';
import {
  findSuggestion,
  listSuggestions,
  rejectedCommands,
  replacePending,
  type SuggestionRow,
  setStatus,
} from './suggestion-store.ts';

export interface Suggestions {
  /**
   * Reads what is new in the log, and replaces the pending suggestions by what that gives. While a long log is still
   * being read, the earlier ones are returned.
   */
  mine(userId: string, request: MineRequest): Promise<MinedSuggestions>;
  /** Reads what is new in the log, for later. */
  readOn(userId: string): Promise<void>;
  list(userId: string, status?: SuggestionStatus): Promise<Suggestion[]>;
  /** Makes it an alias, under its own code or another one. */
  accept(userId: string, id: string, code?: string): Promise<Suggestion>;
  /** It is not suggested again. */
  reject(userId: string, id: string): Promise<Suggestion>;
}

const TIMES = { waitMs: 5_000, keepMs: 0, atOnce: 2 };

export function createSuggestions(database: Database, clock: Clock, aliases: Aliases, times = TIMES): Suggestions {
  const readOn = (userId: string, report?: (done: number, of: number) => void): Promise<void> =>
    readLog(database, userId, utcDay(clock()) - ALIAS_LIMITS.days.max, report);
  const reading = createLongWork(readOn, { clock, ...times });
  const list: Suggestions['list'] = async (userId, status) =>
    (await listSuggestions(database.queries, userId, status)).map(suggestionOf);

  const decide = async (tx: Queries, userId: string, id: string, status: 'accepted' | 'rejected', code?: string) => {
    await lockAliases(tx, userId);
    const suggestion = await findSuggestion(tx, userId, id);
    if (suggestion?.status === status) return { suggestion, decided: false };
    if (suggestion?.status !== 'pending') throw new Refusal('suggestion_not_found');
    const change = { status, code: code ?? suggestion.code, updated_at: clock() };
    return { suggestion: await setStatus(tx, id, change), decided: true };
  };

  return {
    mine: async (userId, { days, min_count }) => {
      const outcome = await reading.ask(userId);
      if (outcome.running) return { suggestions: await list(userId, 'pending'), progress: outcome.progress };
      const used = await usedCommands(database, userId, utcDay(clock()) - days + 1);
      const suggestions = await database.transaction(async (tx) => {
        await lockAliases(tx, userId);
        const before = await listSuggestions(tx, userId, 'pending');
        const known = {
          aliases: await listAliases(tx, userId),
          rejected: await rejectedCommands(tx, userId),
          pending: new Map(before.map(({ command, code }) => [command, code])),
        };
        const candidates = findCandidates(used, known, min_count);
        const rows = candidates.map((candidate) => rowOf(userId, candidate, before, clock()));
        await replacePending(tx, userId, rows);
        return rows.map(suggestionOf);
      });
      return { suggestions };
    },

    readOn,
    list,

    accept: (userId, id, code) =>
      database.transaction(async (tx) => {
        const { suggestion, decided } = await decide(tx, userId, id, 'accepted', code);
        if (decided) await aliases.add(tx, userId, suggestion.code, suggestion.command);
        return suggestionOf(suggestion);
      }),

    reject: (userId, id) =>
      database.transaction(async (tx) => suggestionOf((await decide(tx, userId, id, 'rejected')).suggestion)),
  };
}

function rowOf(userId: string, found: Candidate, before: readonly SuggestionRow[], now: number): SuggestionRow {
  const there = before.find(({ command }) => command === found.command);
  return {
    id: there?.id ?? newId(now),
    user_id: userId,
    code: found.code,
    command: found.command,
    count: found.count,
    chars_saved: found.charsSaved,
    status: 'pending',
    created_at: there?.created_at ?? now,
    updated_at: now,
  };
}

function suggestionOf(row: SuggestionRow): Suggestion {
  return {
    id: row.id,
    code: row.code,
    command: row.command,
    count: row.count,
    chars_saved: row.chars_saved,
    tokens_saved_estimate: Math.floor(row.chars_saved / ALIAS_LIMITS.charsPerToken),
    status: row.status as SuggestionStatus,
    created_at: isoTime(row.created_at),
  };
}
