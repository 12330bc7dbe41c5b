/** The rules of aliases: what may be one, what it stands for, how often it was used. */
import { isDeepStrictEqual } from 'node:util';
import {
  type Alias,
  type AliasCarries,
  argumentsInvalid,
  because,
  type ExecRequest,
  LIMITS,
  Refusal,
  type SeedAnswer,
} from '@synapse/contract';
import { type Clock, isoTimeOrNull } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import { personalWorkspaceId, type WorkspaceId } from '../ids.ts';
import { isValidCwd } from '../machines/cwd.ts';
import { nearestNamed } from '../nearest.ts';
import {
  type AliasRow,
  addHit,
  changeCode,
  changeCommand,
  countAliases,
  deleteAlias,
  findAlias,
  findBeginningWith,
  insertAlias,
  listAliases,
  lockAliases,
} from './alias-store.ts';
import { type Arguments, carriedOf, codeCalled, complete } from './carries.ts';
import { codeKey, expandAlias, isCode, leadingCode, readCall, readMarkers } from './expand.ts';
import { isProgramName } from './reserved.ts';
import { STARTERS, starterOfCode } from './starter.ts';
import { dropPending } from './suggestion-store.ts';

/** Where an alias is looked up: in a workspace, and what that does not have among the member's own. */
export interface AliasLookup {
  readonly workspaceId: WorkspaceId;
  readonly memberId?: string;
}

/** An order after its alias was expanded. */
export interface Expanded {
  readonly command: string;
  /** The alias that was used, as it is written. Null for an ordinary command. */
  readonly code: string | null;
}

export interface Aliases {
  /**
   * `memberId`: who gives the order, where the workspace is that of a crew: what it does not have is looked up in their
   * own. Throws alias_not_found, alias_multi_step, alias_chained or arguments_invalid.
   */
  expand(
    workspaceId: WorkspaceId,
    request: Pick<ExecRequest, 'command' | 'alias'>,
    at?: Queries,
    memberId?: string,
  ): Promise<Expanded>;
  /**
   * The arguments of a call, not validated yet, with what its alias carries and the call does not say.
   * `takes`: the arguments that there are. `lookups`: where it is looked up, for each workspace that the call names; only
   * asked for where there may be an alias. Throws arguments_invalid where those workspaces mean different aliases.
   */
  complete(
    given: Arguments,
    takes: readonly string[],
    lookups: () => Promise<readonly AliasLookup[]>,
  ): Promise<Arguments>;
  /** The alias's command has really started once more: the alias of the workspace, or else that of the member. */
  countHit(workspaceId: WorkspaceId, code: string, memberId?: string): Promise<void>;
  list(workspaceId: WorkspaceId): Promise<Alias[]>;
  /** Makes an alias, or changes the command of an existing one, and what it carries. */
  put(workspaceId: WorkspaceId, code: string, command: string, carries?: AliasCarries): Promise<Alias>;
  /** Keeps its count and its last use. */
  rename(workspaceId: WorkspaceId, code: string, newCode: string): Promise<Alias>;
  remove(workspaceId: WorkspaceId, code: string): Promise<void>;
  /** Installs the starter shortcuts that are missing. What the user has already stays. */
  seed(workspaceId: WorkspaceId): Promise<SeedAnswer>;
  /** For a suggestion: makes an alias within the caller's transaction, and never replaces one. */
  add(tx: Queries, workspaceId: WorkspaceId, code: string, command: string): Promise<void>;
}

export function createAliases(database: Database, clock: Clock): Aliases {
  const changing = <T>(workspaceId: WorkspaceId, work: (tx: Queries) => Promise<T>): Promise<T> =>
    database.transaction(async (tx) => {
      await lockAliases(tx, workspaceId);
      return work(tx);
    });

  const add: Aliases['add'] = async (tx, workspaceId, code, command) => {
    assertCode(code, command);
    assertMarker(command);
    if ((await findAlias(tx, workspaceId, code)) !== undefined) throw new Refusal('alias_exists', { code });
    await assertUnchained(tx, workspaceId, code, command);
    await assertRoom(tx, workspaceId);
    await insertAlias(tx, { workspaceId, code, command, now: clock() });
    await dropPending(tx, workspaceId, command);
  };

  return {
    expand: (workspaceId, { command, alias }, at = database.queries, memberId = undefined) =>
      expand(at, lookedThrough(workspaceId, memberId), command ?? `@${alias?.replace('@', '')}`),

    complete: async (given, takes, lookups) => {
      const code = codeCalled(given);
      if (code === null || isProgramName(code)) return given;
      const completed: Arguments[] = [];
      for (const { workspaceId, memberId } of await lookups()) {
        const alias = await findFirst(database.queries, lookedThrough(workspaceId, memberId), code);
        // A member's own alias carries a machine of their own, which is none of the crew's.
        const carried =
          alias === undefined
            ? {}
            : carriedOf(alias.workspace_id === workspaceId ? alias : { ...alias, machine: null });
        completed.push(complete(given, carried, takes));
      }
      const [first = given, ...others] = completed;
      if (others.some((other) => !isDeepStrictEqual(other, first))) {
        throw argumentsInvalid([{ field: 'machines', problem: because('alias_differs', { code }) }]);
      }
      return first;
    },

    countHit: (workspaceId, code, memberId) =>
      database.transaction(async (tx) => {
        for (const workspace of lookedThrough(workspaceId, memberId))
          if (await addHit(tx, workspace, code, clock())) return;
      }),

    list: async (workspaceId) => (await listAliases(database.queries, workspaceId)).map(aliasOf),

    put: async (workspaceId, code, command, carries = {}) => {
      assertCode(code, command);
      assertMarker(command);
      if (carries.cwd !== undefined && !isValidCwd(carries.cwd)) throw new Refusal('cwd_invalid');
      return changing(workspaceId, async (tx) => {
        const there = await findAlias(tx, workspaceId, code);
        await assertUnchained(tx, workspaceId, code, command);
        if (there === undefined) await assertRoom(tx, workspaceId);
        await dropPending(tx, workspaceId, command);
        if (there !== undefined) return aliasOf(await changeCommand(tx, there, { command, carries }, clock()));
        return aliasOf(await insertAlias(tx, { workspaceId, code, command, carries, now: clock() }));
      });
    },

    rename: (workspaceId, code, newCode) =>
      changing(workspaceId, async (tx) => {
        const alias = await findAlias(tx, workspaceId, code);
        if (alias === undefined) throw await notFound(tx, workspaceId, code);
        assertCode(newCode, alias.command);
        const other = await findAlias(tx, workspaceId, newCode);
        if (other !== undefined && other.code_key !== alias.code_key) {
          throw new Refusal('alias_exists', { code: other.code });
        }
        await assertUnchained(tx, workspaceId, newCode, alias.command);
        return aliasOf(await changeCode(tx, alias, newCode, clock()));
      }),

    remove: async (workspaceId, code) => {
      const removed = await changing(workspaceId, (tx) => deleteAlias(tx, workspaceId, code));
      if (!removed) throw await notFound(database.queries, workspaceId, code);
    },

    seed: (workspaceId) =>
      changing(workspaceId, async (tx) => {
        const installed: string[] = [];
        const skipped: string[] = [];
        for (const { code, command } of STARTERS) {
          const taken = (await findAlias(tx, workspaceId, code)) ?? (await findBeginningWith(tx, workspaceId, code));
          (taken === undefined ? installed : skipped).push(code);
          if (taken !== undefined) continue;
          await insertAlias(tx, { workspaceId, code, command, now: clock() });
          await dropPending(tx, workspaceId, command);
        }
        return { installed, skipped };
      }),

    add,
  };
}

/** The workspaces in which an alias is looked up, in this order. */
const lookedThrough = (workspaceId: WorkspaceId, memberId: string | undefined): readonly WorkspaceId[] =>
  memberId === undefined ? [workspaceId] : [workspaceId, personalWorkspaceId(memberId)];

async function findFirst(
  queries: Queries,
  workspaces: readonly WorkspaceId[],
  code: string,
): Promise<AliasRow | undefined> {
  for (const workspace of workspaces) {
    const alias = await findAlias(queries, workspace, code);
    if (alias !== undefined) return alias;
  }
  return undefined;
}

async function expand(queries: Queries, workspaces: readonly WorkspaceId[], command: string): Promise<Expanded> {
  const call = readCall(command);
  if (call === null) return { command, code: null };
  // No alias can have the name of a program, so most commands are recognised without asking the database.
  const known = isCode(call.code) && !isProgramName(call.code);
  const alias = known ? await findFirst(queries, workspaces, call.code) : undefined;
  if (alias === undefined) {
    if (call.explicit) throw await notFound(queries, workspaces[0]!, call.code);
    return { command, code: null };
  }
  const expanded = expandAlias(alias, call.args);
  const word = leadingCode(expanded);
  const next = word === null || isProgramName(word) ? undefined : await findFirst(queries, workspaces, word);
  if (next !== undefined) throw new Refusal('alias_chained', { code: alias.code, other: next.code });
  return { command: expanded, code: alias.code };
}

function assertCode(code: string, command: string): void {
  if (!isCode(code)) throw new Refusal('alias_code_invalid');
  if (isProgramName(code)) throw new Refusal('alias_code_reserved', { code, reason: because('alias_program') });
  const starter = starterOfCode(code);
  if (starter !== undefined && starter.command !== command) {
    throw new Refusal('alias_code_reserved', { code, reason: because('alias_starter') });
  }
}

async function assertRoom(tx: Queries, workspaceId: WorkspaceId): Promise<void> {
  const { aliases: max } = LIMITS;
  if ((await countAliases(tx, workspaceId)) >= max)
    throw new Refusal('limit_reached', { max, what: because('aliases') });
}

function assertMarker(command: string): void {
  const { text, markers } = readMarkers(command);
  if (markers.length > 1) throw new Refusal('alias_marker');
  if (text.trim() === '') throw argumentsInvalid([{ field: 'command', problem: because('nothing_to_run') }]);
}

/** The command must not begin with a code, its own included, and no other alias's command may begin with this code. */
async function assertUnchained(tx: Queries, workspaceId: WorkspaceId, code: string, command: string): Promise<void> {
  const word = leadingCode(command);
  if (word !== null) {
    const next = word === codeKey(code) ? { code } : await findAlias(tx, workspaceId, word);
    if (next !== undefined) throw new Refusal('alias_chained', { code, other: next.code });
  }
  const chained = await findBeginningWith(tx, workspaceId, code);
  if (chained !== undefined && chained.code_key !== codeKey(code)) {
    throw new Refusal('alias_chained', { code: chained.code, other: code });
  }
}

/** The code that was typed may be anything, of any length. */
async function notFound(queries: Queries, workspaceId: WorkspaceId, code: string): Promise<Refusal> {
  const known = (await listAliases(queries, workspaceId)).map((alias) => alias.code);
  const short = code.length > 20 ? `${code.slice(0, 20)}…` : code;
  return new Refusal('alias_not_found', { code: short }, nearestNamed('alias', short, known));
}

function aliasOf(row: AliasRow): Alias {
  const { code, command, hit_count, last_used_at } = row;
  return { code, command, ...carriedOf(row), hit_count, last_used_at: isoTimeOrNull(last_used_at) };
}
