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
import { newId, type WorkspaceId } from '../ids.ts';
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
  mine(workspaceId: WorkspaceId, request: MineRequest): Promise<MinedSuggestions>;
  /** Reads what is new in the log, for later. */
  readOn(workspaceId: WorkspaceId): Promise<void>;
  list(workspaceId: WorkspaceId, status?: SuggestionStatus): Promise<Suggestion[]>;
  /** Makes it an alias, under its own code or another one. */
  accept(workspaceId: WorkspaceId, id: string, code?: string): Promise<Suggestion>;
  /** It is not suggested again. */
  reject(workspaceId: WorkspaceId, id: string): Promise<Suggestion>;
}

const TIMES = { waitMs: 5_000, keepMs: 0, atOnce: 2 };

export function createSuggestions(database: Database, clock: Clock, aliases: Aliases, times = TIMES): Suggestions {
  const readOn = (workspaceId: WorkspaceId, report?: (done: number, of: number) => void): Promise<void> =>
    readLog(database, workspaceId, utcDay(clock()) - ALIAS_LIMITS.days.max, report);
  const reading = createLongWork(readOn, { clock, ...times });
  const list: Suggestions['list'] = async (workspaceId, status) =>
    (await listSuggestions(database.queries, workspaceId, status)).map(suggestionOf);

  const decide = async (
    tx: Queries,
    workspaceId: WorkspaceId,
    id: string,
    status: 'accepted' | 'rejected',
    code?: string,
  ) => {
    await lockAliases(tx, workspaceId);
    const suggestion = await findSuggestion(tx, workspaceId, id);
    if (suggestion?.status === status) return { suggestion, decided: false };
    if (suggestion?.status !== 'pending') throw new Refusal('suggestion_not_found');
    const change = { status, code: code ?? suggestion.code, updated_at: clock() };
    return { suggestion: await setStatus(tx, id, change), decided: true };
  };

  return {
    mine: async (workspaceId, { days, min_count }) => {
      const outcome = await reading.ask(workspaceId);
      if (outcome.running) return { suggestions: await list(workspaceId, 'pending'), progress: outcome.progress };
      const used = await usedCommands(database, workspaceId, utcDay(clock()) - days + 1);
      const suggestions = await database.transaction(async (tx) => {
        await lockAliases(tx, workspaceId);
        const before = await listSuggestions(tx, workspaceId, 'pending');
        const known = {
          aliases: await listAliases(tx, workspaceId),
          rejected: await rejectedCommands(tx, workspaceId),
          pending: new Map(before.map(({ command, code }) => [command, code])),
        };
        const candidates = findCandidates(used, known, min_count);
        const rows = candidates.map((candidate) => rowOf(workspaceId, candidate, before, clock()));
        await replacePending(tx, workspaceId, rows);
        return rows.map(suggestionOf);
      });
      return { suggestions };
    },

    readOn,
    list,

    accept: (workspaceId, id, code) =>
      database.transaction(async (tx) => {
        const { suggestion, decided } = await decide(tx, workspaceId, id, 'accepted', code);
        if (decided) await aliases.add(tx, workspaceId, suggestion.code, suggestion.command);
        return suggestionOf(suggestion);
      }),

    reject: (workspaceId, id) =>
      database.transaction(async (tx) => suggestionOf((await decide(tx, workspaceId, id, 'rejected')).suggestion)),
  };
}

function rowOf(
  workspaceId: WorkspaceId,
  found: Candidate,
  before: readonly SuggestionRow[],
  now: number,
): SuggestionRow {
  const there = before.find(({ command }) => command === found.command);
  return {
    id: there?.id ?? newId(now),
    workspace_id: workspaceId,
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
