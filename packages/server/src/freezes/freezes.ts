/** The rules of freezing: what is frozen does not run, from the moment in which that is committed until a person lifts it. */
import { because, type Freeze, type NewFreeze, Refusal, type Source, type Wording } from '@synapse/contract';
import { type Clock, isoTime } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import { newId } from '../ids.ts';
import { holdEverybodysOpenings, holdOpenings } from '../limits/index.ts';
import { deleteFreeze, type FreezeRow, type FreezeScope, findSame, freezesOf, insertFreeze } from './freeze-store.ts';

/** Who freezes. */
export interface Person {
  readonly id: string;
  readonly username: string;
}

/** Who freezes the whole instance, or lifts that: their log tells it. */
export interface Administrator extends Person {
  readonly source: Source;
  readonly ip: string | null;
}

/** What a command belongs to. */
export interface Frozen {
  /** The workspace of its machine. */
  readonly userId: string;
  /** Who gave it, where that is not the owner of the workspace. */
  readonly actorId?: string | null | undefined;
  readonly machine: string;
  readonly tokenId: string | null;
}

export interface Freezes {
  /** Those of the user, and those of the whole instance. */
  list(userId: string): Promise<Freeze[]>;
  listOfInstance(): Promise<Freeze[]>;
  /** Throws `frozen` if this command may not run now. */
  refuse(command: Frozen): Promise<void>;
  /** The same again changes nothing: the first one is answered. */
  add(by: Person, wish: NewFreeze): Promise<{ freeze: Freeze; isNew: boolean }>;
  addForInstance(by: Administrator, reason: string | undefined): Promise<{ freeze: Freeze; isNew: boolean }>;
  /** One of the user's own. One of the whole instance is lifted by an administrator: others get admin_required. */
  lift(by: Administrator & { readonly role: string }, id: string): Promise<void>;
  liftForInstance(by: Administrator, id: string): Promise<void>;
}

/** What a freeze covers; null: all of it. */
export interface Covered {
  readonly userId: string | null;
  readonly machine: string | null;
  readonly tokenId: string | null;
}

export interface FreezeEffects {
  /** Its machine must be there. Throws machine_not_found. */
  assertMachine(userId: string, slug: string): Promise<void>;
  /** The id of the user's token of that id, hint or label; throws not_found. */
  tokenId(userId: string, named: string): Promise<string>;
  /** What else is written with a freeze: what waits and is covered is denied. The returned function is called once all is committed. */
  within(tx: Queries, covered: Covered, why: Refusal, by: string): Promise<() => void>;
  /** What an administrator did, for the audit log, in the same transaction. The returned function is called once all is committed. */
  note(tx: Queries, by: Administrator, what: string): Promise<() => void>;
  /** A freeze was committed, or lifted. `userId` null: everybody's. */
  changed(userId: string | null, freeze: Freeze, active: boolean): void;
}

export function createFreezes(database: Database, clock: Clock, effects: FreezeEffects): Freezes {
  const { queries } = database;

  /** Whoever opens a command meanwhile has done so before the freeze, or sees it. */
  const commit = async (by: Person | Administrator, scope: FreezeScope, reason: string | undefined) => {
    const now = clock();
    const row: FreezeRow = {
      ...scope,
      id: newId(now),
      reason: reason || null,
      created_at: now,
      created_by: by.username,
    };
    const result = await database.transaction(async (tx) => {
      if (scope.user_id === null) await holdEverybodysOpenings(tx);
      else await holdOpenings(tx, scope.user_id);
      const isNew = await insertFreeze(tx, row);
      const { user_id: userId, machine, token_id: tokenId } = scope;
      const after = await effects.within(tx, { userId, machine, tokenId }, frozenRefusal(row), by.username);
      const noted =
        isNew && 'source' in by ? await effects.note(tx, by, `instance freeze (${row.id})`) : () => undefined;
      return { freeze: freezeView(isNew ? row : (await findSame(tx, scope))!), isNew, after, noted };
    });
    const { after, noted, ...made } = result;
    noted();
    after();
    effects.changed(scope.user_id, made.freeze, true);
    return made;
  };

  const liftOwn = async (userId: string, id: string): Promise<boolean> => {
    const row = await deleteFreeze(queries, userId, id);
    if (row !== undefined) effects.changed(userId, freezeView(row), false);
    return row !== undefined;
  };

  const liftForInstance: Freezes['liftForInstance'] = async (by, id) => {
    const { row, noted } = await database.transaction(async (tx) => {
      const lifted = await deleteFreeze(tx, null, id);
      if (lifted === undefined) throw new Refusal('not_found');
      return { row: lifted, noted: await effects.note(tx, by, `instance unfreeze (${id})`) };
    });
    noted();
    effects.changed(null, freezeView(row), false);
  };

  return {
    list: async (userId) => (await freezesOf(queries, [userId])).map(freezeView),
    listOfInstance: async () => (await freezesOf(queries, [])).map(freezeView),
    refuse: (command) => refuseFrozen(queries, command),

    add: async ({ id, username }, { machine, token, reason }) => {
      if (machine !== undefined) await effects.assertMachine(id, machine);
      const token_id = token === undefined ? null : await effects.tokenId(id, token);
      return commit({ id, username }, { user_id: id, machine: machine ?? null, token_id }, reason);
    },

    addForInstance: (by, reason) => commit(by, { user_id: null, machine: null, token_id: null }, reason),

    lift: async (by, id) => {
      if (await liftOwn(by.id, id)) return;
      if (by.role === 'admin') return liftForInstance(by, id);
      const ofInstance = (await freezesOf(queries, [])).some((freeze) => freeze.id === id);
      throw new Refusal(ofInstance ? 'admin_required' : 'not_found');
    },
    liftForInstance,
  };
}

/** For each command why it may not run, as far as it is frozen. */
export async function frozenAmong<C>(
  queries: Queries,
  commands: readonly C[],
  belongsTo: (command: C) => Frozen,
): Promise<{ command: C; why: Refusal }[]> {
  const users = new Set(commands.flatMap((command) => concerned(belongsTo(command))));
  const rows = await freezesOf(queries, [...users]);
  return commands.flatMap((command) => {
    const row = rows.find((freeze) => covers(freeze, belongsTo(command)));
    return row === undefined ? [] : [{ command, why: frozenRefusal(row) }];
  });
}

/** Why this command may not run now; null where it may. */
export async function whyFrozen(queries: Queries, command: Frozen): Promise<Refusal | null> {
  const row = (await freezesOf(queries, concerned(command))).find((freeze) => covers(freeze, command));
  return row === undefined ? null : frozenRefusal(row);
}

/** Throws `frozen`. */
export async function refuseFrozen(queries: Queries, command: Frozen): Promise<void> {
  const why = await whyFrozen(queries, command);
  if (why !== null) throw why;
}

/** Whose freezes may cover it. */
const concerned = ({ userId, actorId }: Frozen): string[] => (actorId == null ? [userId] : [userId, actorId]);

/** A freeze of one's own holds on the machines of crews too, unless it is about a machine of one's own. */
function covers({ user_id, machine, token_id }: FreezeScope, command: Frozen): boolean {
  const isOwners = user_id === null || user_id === command.userId;
  const isActors = user_id !== null && user_id === command.actorId;
  return (
    ((isOwners && (machine === null || machine === command.machine)) || (isActors && machine === null)) &&
    (token_id === null || token_id === command.tokenId)
  );
}

/** Why nothing that this freeze covers may run. */
function frozenRefusal(row: FreezeRow): Refusal {
  const what = because(
    row.user_id === null
      ? 'freeze_instance'
      : row.token_id !== null
        ? 'freeze_token'
        : row.machine !== null
          ? 'freeze_machine'
          : 'freeze_account',
    { by: row.created_by, machine: row.machine ?? '' },
  );
  const reason: Wording = row.reason === null ? what : because('freeze_because', { what, why: row.reason });
  return new Refusal('frozen', { reason });
}

function freezeView(row: FreezeRow): Freeze {
  return {
    id: row.id,
    scope: row.user_id === null ? 'instance' : 'user',
    machine: row.machine,
    token: row.token_id,
    reason: row.reason,
    created_at: isoTime(row.created_at),
    created_by: row.created_by,
  };
}
