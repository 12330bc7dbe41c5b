/** What is counted of every command that ran, day by day, and the sums. */
import { isBrowsed, Refusal, type Role, type StatsAnswer, type StatsQuery } from '@synapse/contract';
import type { AuditSubject, Ending } from '../audit/audit.ts';
import { type Clock, DAY_MS, isoTime, utcDay } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import { personalWorkspaceId, type WorkspaceId } from '../ids.ts';
import { addAliasUsage, addUsage, codesUsed, type Usage, usageBy } from './stats-store.ts';

// For other modules.
export { eraseUsageNames } from './stats-store.ts';

export interface StatsAsker {
  readonly workspaceId: WorkspaceId;
  readonly role: Role;
  readonly ofCrew?: boolean;
}

export interface Stats {
  /**
   * Adds an ended execution to the day on which it was opened, in the transaction that closes it. A command that never
   * ran is not counted, nor what a person only looked at in the page's file browser.
   */
  count(tx: Queries, subject: AuditSubject, ending: Ending, createdAt: number): void;
  /**
   * For administrators also across users: one user's numbers, or everybody's grouped by user, without those of crews. In a
   * crew (`workspaceId` is its id) the groups are its members.
   */
  answer(asker: StatsAsker, query: StatsQuery): Promise<StatsAnswer>;
}

const TOP_CODES = 10;
const CHARS_PER_TOKEN = 4;

export function createStats(database: Database, clock: Clock): Stats {
  return {
    count: (tx, subject, ending, createdAt) => {
      const { workspaceId, actor, source, alias, commandTemplate, typedChars } = subject;
      if (!hasRun(ending) || isBrowsed(source, commandTemplate)) return;
      const day = utcDay(createdAt);
      addUsage(tx, workspaceId, day, actor?.username ?? '', {
        commands: 1,
        failures: ending.status === 'done' && ending.exitCode === 0 ? 0 : 1,
        rtk_applied: (ending.filter ?? null) === null ? 0 : 1,
        saved_tokens: ending.savedTokens ?? 0,
        alias_hits: alias === null ? 0 : 1,
        alias_saved_chars: alias === null || typedChars === 0 ? 0 : commandTemplate.length - typedChars,
        mended: ending.mended ? 1 : 0,
      });
      if (alias !== null) addAliasUsage(tx, workspaceId, day, alias);
    },

    answer: async (asker, { group_by, days, filter_user_id }) => {
      if (filter_user_id !== undefined && asker.role !== 'admin') throw new Refusal('admin_required');
      const everybody = asker.role === 'admin' && group_by === 'user' && filter_user_id === undefined;
      const to = utcDay(clock());
      const { ofCrew = false } = asker;
      const workspaceId =
        filter_user_id !== undefined ? personalWorkspaceId(filter_user_id) : everybody ? null : asker.workspaceId;
      const span = { workspaceId, ofCrew, from: to - days + 1, to };
      const byUser = ofCrew ? 'member' : 'workspace_id';
      const rows = await usageBy(database.queries, group_by === 'user' ? byUser : 'day', span);
      const total = rows.reduce(plus, NOTHING);
      const codes = await topCodes(database.queries, span);
      const aliasTokens = Math.floor(total.alias_saved_chars / CHARS_PER_TOKEN);
      return {
        period: { days, from: dateOf(span.from), to: dateOf(to) },
        totals: { commands: total.commands, rtk_applied: total.rtk_applied, saved_tokens: total.saved_tokens },
        mended: total.mended,
        aliases: {
          total_hits: total.alias_hits,
          hot_code: codes[0]?.code ?? null,
          top_codes: codes,
          tokens_saved_estimate: aliasTokens,
        },
        combined: {
          rtk_saved_tokens: total.saved_tokens,
          alias_total_hits: total.alias_hits,
          alias_prompt_tokens_estimate: aliasTokens,
        },
        groups: group_by === undefined ? [] : groupsOf(rows),
      };
    },
  };
}

/** Its end was seen, or it was lost in the middle. A command that was refused, or stopped in the queue, never ran. */
export function hasRun({ exitCode, refusal }: Pick<Ending, 'exitCode' | 'refusal'>): boolean {
  return exitCode !== null || refusal === 'execution_lost';
}

const NOTHING: Usage = {
  commands: 0,
  failures: 0,
  rtk_applied: 0,
  saved_tokens: 0,
  alias_hits: 0,
  alias_saved_chars: 0,
  mended: 0,
};

function plus(a: Usage, b: Usage): Usage {
  return {
    commands: a.commands + b.commands,
    failures: a.failures + b.failures,
    rtk_applied: a.rtk_applied + b.rtk_applied,
    saved_tokens: a.saved_tokens + b.saved_tokens,
    alias_hits: a.alias_hits + b.alias_hits,
    alias_saved_chars: a.alias_saved_chars + b.alias_saved_chars,
    mended: a.mended + b.mended,
  };
}

function groupsOf(rows: readonly (Usage & { key: string | number })[]): StatsAnswer['groups'] {
  return rows
    .map(({ key, commands, failures, rtk_applied, saved_tokens, alias_hits }) => ({
      key: typeof key === 'number' ? dateOf(key) : key,
      commands,
      failures,
      rtk_applied,
      saved_tokens,
      alias_hits,
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Codes that differ only in case are one. It is shown as it was written last. */
async function topCodes(
  queries: Queries,
  span: Parameters<typeof codesUsed>[1],
): Promise<{ code: string; hits: number }[]> {
  const merged = new Map<string, { code: string; hits: number }>();
  const used = await codesUsed(queries, span);
  for (const { code, hits } of used.sort((a, b) => b.last_day - a.last_day)) {
    const known = merged.get(code.toLowerCase());
    merged.set(code.toLowerCase(), { code: known?.code ?? code, hits: (known?.hits ?? 0) + hits });
  }
  return [...merged.values()].sort((a, b) => b.hits - a.hits || (a.code < b.code ? -1 : 1)).slice(0, TOP_CODES);
}

function dateOf(day: number): string {
  return isoTime(day * DAY_MS).slice(0, 10);
}
