/** The daily numbers in the database: increased when a command ends, summed up on demand. */
import { atCommit } from '../db/at-commit.ts';
import { compileOnce } from '../db/compile-once.ts';
import type { Queries } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';

export interface Usage {
  readonly commands: number;
  /** Of those: ended otherwise than with 0. */
  readonly failures: number;
  readonly rtk_applied: number;
  readonly saved_tokens: number;
  readonly alias_hits: number;
  readonly alias_saved_chars: number;
  /** How often compaction's safety net put back what a filter had lost. */
  readonly mended: number;
}

export interface Span {
  /** Null: of every person. */
  readonly workspaceId: WorkspaceId | null;
  /** It is the workspace of a crew. Otherwise nothing of a crew is counted, whatever id is given. */
  readonly ofCrew: boolean;
  /** Days since 1970, both included. */
  readonly from: number;
  readonly to: number;
}

const COLUMNS = [
  'commands',
  'failures',
  'rtk_applied',
  'saved_tokens',
  'alias_hits',
  'alias_saved_chars',
  'mended',
] as const;

/** Written with the commit. */
export function addUsage(tx: Queries, workspaceId: WorkspaceId, day: number, member: string, usage: Usage): void {
  const { commands, failures, rtk_applied, saved_tokens, alias_hits, alias_saved_chars, mended } = usage;
  const saved = [saved_tokens, alias_hits, alias_saved_chars, mended] as const;
  atCommit(tx, addToDay(tx, workspaceId, day, member, commands, failures, rtk_applied, ...saved));
}

const addToDay = compileOnce(
  (
    tx: Queries,
    workspace_id: WorkspaceId,
    day: number,
    member: string,
    commands: number,
    failures: number,
    rtk_applied: number,
    saved_tokens: number,
    alias_hits: number,
    alias_saved_chars: number,
    mended: number,
  ) =>
    tx
      .insertInto('daily_usage')
      .values({
        workspace_id,
        day,
        member,
        commands,
        failures,
        rtk_applied,
        saved_tokens,
        alias_hits,
        alias_saved_chars,
        mended,
      })
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'day', 'member']).doUpdateSet((eb) => ({
          commands: eb('daily_usage.commands', '+', commands),
          failures: eb('daily_usage.failures', '+', failures),
          rtk_applied: eb('daily_usage.rtk_applied', '+', rtk_applied),
          saved_tokens: eb('daily_usage.saved_tokens', '+', saved_tokens),
          alias_hits: eb('daily_usage.alias_hits', '+', alias_hits),
          alias_saved_chars: eb('daily_usage.alias_saved_chars', '+', alias_saved_chars),
          mended: eb('daily_usage.mended', '+', mended),
        })),
      ),
);

export function addAliasUsage(tx: Queries, workspaceId: WorkspaceId, day: number, code: string): void {
  atCommit(tx, addToCode(tx, workspaceId, day, code));
}

const addToCode = compileOnce((tx: Queries, workspace_id: WorkspaceId, day: number, code: string) =>
  tx
    .insertInto('daily_alias_usage')
    .values({ workspace_id, day, code, hits: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'day', 'code'])
        .doUpdateSet((eb) => ({ hits: eb('daily_alias_usage.hits', '+', 1) })),
    ),
);

/** One row per day, per user, or per member of a crew; the total is their sum. */
export async function usageBy(
  queries: Queries,
  column: 'day' | 'workspace_id' | 'member',
  { workspaceId, ofCrew, from, to }: Span,
): Promise<(Usage & { key: string | number })[]> {
  let query = queries
    .selectFrom('daily_usage')
    .select(`${column} as key`)
    .select((eb) => COLUMNS.map((name) => eb.cast<number>(eb.fn.sum(name), 'bigint').as(name)))
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(column);
  if (!ofCrew) query = query.where('member', '=', '');
  if (workspaceId !== null) query = query.where('workspace_id', '=', workspaceId);
  return query.execute();
}

/** Codes as they were written when they were used, with how often. */
export async function codesUsed(
  queries: Queries,
  { workspaceId, ofCrew, from, to }: Span,
): Promise<{ code: string; hits: number; last_day: number }[]> {
  let query = queries
    .selectFrom('daily_alias_usage')
    .select((eb) => [
      'code',
      eb.cast<number>(eb.fn.sum('hits'), 'bigint').as('hits'),
      eb.fn.max<number>('day').as('last_day'),
    ])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('code');
  if (!ofCrew)
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('daily_usage')
          .select('daily_usage.day')
          .whereRef('daily_usage.workspace_id', '=', 'daily_alias_usage.workspace_id')
          .whereRef('daily_usage.day', '=', 'daily_alias_usage.day')
          .where('daily_usage.member', '=', ''),
      ),
    );
  if (workspaceId !== null) query = query.where('workspace_id', '=', workspaceId);
  return query.execute();
}

/** Removes the names that were counted for a user: of aliases, commands and clients. What is left are numbers. */
export async function eraseUsageNames(tx: Queries, workspaceId: WorkspaceId): Promise<void> {
  for (const table of ['daily_alias_usage', 'usage_breakdown', 'usage_clients'] as const) {
    await tx.deleteFrom(table).where('workspace_id', '=', workspaceId).execute();
  }
}
