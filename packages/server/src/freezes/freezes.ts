/**
 * The rules of freezing: what is frozen does not run, from the moment in which that is committed until a person lifts
 * it.
 */
import { because, type Freeze, type NewFreeze, Refusal, type Source, type Wording } from '@synapse/contract';
import type { TellCrew } from '../access/access.ts';
import { type Clock, isoTime } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import { newId, personalWorkspaceId, type WorkspaceId } from '../ids.ts';
import { holdEverybodysOpenings, holdOpenings } from '../limits/index.ts';
import { deleteFreeze, type FreezeRow, type FreezeScope, findSame, freezesOf, insertFreeze } from './freeze-store.ts';

/** Who decides. */
export interface Person {
  readonly id: string;
  readonly username: string;
}

/** Who freezes, or lifts that. */
export interface Actor {
  /** What is frozen; its log tells it. */
  readonly workspaceId: WorkspaceId;
  readonly username: string;
  readonly source: Source;
  readonly ip: string | null;
  /** In a crew: its log tells it. */
  readonly tell?: TellCrew | undefined;
}

/** What a command belongs to. */
export interface Frozen {
  /** That of its machine. */
  readonly workspaceId: WorkspaceId;
  /** Who gave it, where that is not the owner of the workspace. */
  readonly actorId?: string | null | undefined;
  readonly machine: string;
  readonly tokenId: string | null;
}

export interface Freezes {
  /** Those of the workspace, and those of the whole instance. */
  list(workspaceId: WorkspaceId): Promise<Freeze[]>;
  listOfInstance(): Promise<Freeze[]>;
  /** Throws `frozen` if this command may not run now. */
  refuse(command: Frozen): Promise<void>;
  /** The same again changes nothing: the first one is answered. */
  add(by: Actor, wish: NewFreeze): Promise<{ freeze: Freeze; isNew: boolean }>;
  addForInstance(by: Actor, reason: string | undefined): Promise<{ freeze: Freeze; isNew: boolean }>;
  /** One of the workspace. One of the whole instance is lifted by an administrator: others get admin_required. */
  lift(by: Actor & { readonly role: string }, id: string): Promise<void>;
  liftForInstance(by: Actor, id: string): Promise<void>;
}

/** What a freeze covers; null: all of it. */
export interface Covered {
  readonly workspaceId: WorkspaceId | null;
  readonly machine: string | null;
  readonly tokenId: string | null;
}

export interface FreezeEffects {
  /** Its machine must be there. Throws machine_not_found. */
  assertMachine(workspaceId: WorkspaceId, slug: string): Promise<void>;
  /** The id of the user's token of that id, hint or label; throws not_found. */
  tokenId(userId: string, named: string): Promise<string>;
  /**
   * What else is written with a freeze: what waits and is covered is denied. The returned function is called once all
   * is committed.
   */
  within(tx: Queries, covered: Covered, why: Refusal, by: string): Promise<() => void>;
  /**
   * What a person did, for the audit log, in the same transaction. The returned function is called once all is
   * committed.
   */
  note(tx: Queries, by: Actor, what: string): Promise<() => void>;
  /** A freeze was committed, or lifted. `workspaceId` null: everybody's. */
  changed(workspaceId: WorkspaceId | null, freeze: Freeze, active: boolean): void;
}

export function createFreezes(database: Database, clock: Clock, effects: FreezeEffects): Freezes {
  const { queries } = database;

  /** A command opened meanwhile is either opened before the freeze, or sees it. */
  const commit = async (by: Actor, scope: FreezeScope, reason: string | undefined) => {
    const now = clock();
    const row: FreezeRow = {
      ...scope,
      id: newId(now),
      reason: reason || null,
      created_at: now,
      created_by: by.username,
    };
    const result = await database.transaction(async (tx) => {
      if (scope.workspace_id === null) await holdEverybodysOpenings(tx);
      else await holdOpenings(tx, scope.workspace_id);
      const isNew = await insertFreeze(tx, row);
      const { workspace_id: workspaceId, machine, token_id: tokenId } = scope;
      const after = await effects.within(
        tx,
        { workspaceId, machine, tokenId },
        frozenRefusal(row, by.tell !== undefined),
        by.username,
      );
      const noted = isNew ? await effects.note(tx, by, noteOf('freeze', row)) : () => undefined;
      return { freeze: freezeView(isNew ? row : (await findSame(tx, scope))!), isNew, after, noted };
    });
    const { after, noted, ...made } = result;
    noted();
    after();
    effects.changed(scope.workspace_id, made.freeze, true);
    return made;
  };

  /** `workspaceId` null: one of the whole instance. False: there is none. */
  const lift = async (by: Actor, workspaceId: WorkspaceId | null, id: string): Promise<boolean> => {
    const lifted = await database.transaction(async (tx) => {
      const row = await deleteFreeze(tx, workspaceId, id);
      return row === undefined ? null : { row, noted: await effects.note(tx, by, noteOf('unfreeze', row)) };
    });
    if (lifted === null) return false;
    lifted.noted();
    effects.changed(workspaceId, freezeView(lifted.row), false);
    return true;
  };

  const liftForInstance: Freezes['liftForInstance'] = async (by, id) => {
    if (!(await lift(by, null, id))) throw new Refusal('not_found');
  };

  return {
    list: async (workspaceId) => (await freezesOf(queries, [workspaceId])).map(freezeView),
    listOfInstance: async () => (await freezesOf(queries, [])).map(freezeView),
    refuse: (command) => refuseFrozen(queries, command),

    add: async (by, { machine, token, reason }) => {
      if (machine !== undefined) await effects.assertMachine(by.workspaceId, machine);
      const token_id = token === undefined ? null : await effects.tokenId(by.workspaceId, token);
      return commit(by, { workspace_id: by.workspaceId, machine: machine ?? null, token_id }, reason);
    },

    addForInstance: (by, reason) => commit(by, { workspace_id: null, machine: null, token_id: null }, reason),

    lift: async (by, id) => {
      if (await lift(by, by.workspaceId, id)) return;
      if (by.role === 'admin') return liftForInstance(by, id);
      const ofInstance = (await freezesOf(queries, [])).some((freeze) => freeze.id === id);
      throw new Refusal(ofInstance ? 'admin_required' : 'not_found');
    },
    liftForInstance,
  };
}

/** `freeze (id) machine=web-1`, as the log has it. */
function noteOf(deed: 'freeze' | 'unfreeze', { workspace_id, id, machine, token_id }: FreezeRow): string {
  const words = [
    workspace_id === null ? `instance ${deed}` : deed,
    `(${id})`,
    ...(machine === null ? [] : [`machine=${machine}`]),
    ...(token_id === null ? [] : [`token=${token_id}`]),
  ];
  return words.join(' ');
}

/** For each command why it may not run, as far as it is frozen. */
export async function frozenAmong<C>(
  queries: Queries,
  commands: readonly C[],
  belongsTo: (command: C) => Frozen,
): Promise<{ command: C; why: Refusal }[]> {
  const workspaces = new Set(commands.flatMap((command) => concerned(belongsTo(command))));
  const rows = await freezesOf(queries, [...workspaces]);
  return commands.flatMap((command) => {
    const row = rows.find((freeze) => covers(freeze, belongsTo(command)));
    return row === undefined ? [] : [{ command, why: frozenRefusal(row, isOfCrew(row, belongsTo(command))) }];
  });
}

/** Why this command may not run now; null where it may. */
export async function whyFrozen(queries: Queries, command: Frozen): Promise<Refusal | null> {
  const row = (await freezesOf(queries, concerned(command))).find((freeze) => covers(freeze, command));
  return row === undefined ? null : frozenRefusal(row, isOfCrew(row, command));
}

/** Throws `frozen`. */
export async function refuseFrozen(queries: Queries, command: Frozen): Promise<void> {
  const why = await whyFrozen(queries, command);
  if (why !== null) throw why;
}

/** Whose freezes may cover it. */
const concerned = ({ workspaceId, actorId }: Frozen): WorkspaceId[] =>
  actorId == null ? [workspaceId] : [workspaceId, personalWorkspaceId(actorId)];

/** A freeze of one's own holds on the machines of crews too, unless it is about a machine of one's own. */
function covers({ workspace_id, machine, token_id }: FreezeScope, command: Frozen): boolean {
  const isOwners = workspace_id === null || workspace_id === command.workspaceId;
  const isActors = workspace_id !== null && workspace_id === command.actorId;
  return (
    ((isOwners && (machine === null || machine === command.machine)) || (isActors && machine === null)) &&
    (token_id === null || token_id === command.tokenId)
  );
}

/** Whether it is of the crew whose machine this is, and not of who gave the command. */
const isOfCrew = ({ workspace_id }: FreezeScope, { workspaceId, actorId }: Frozen): boolean =>
  actorId != null && workspace_id === workspaceId && workspace_id !== actorId;

/** Why nothing that this freeze covers may run. */
function frozenRefusal(row: FreezeRow, ofCrew: boolean): Refusal {
  const what = because(
    row.workspace_id === null
      ? 'freeze_instance'
      : row.token_id !== null
        ? 'freeze_token'
        : row.machine !== null
          ? 'freeze_machine'
          : ofCrew
            ? 'freeze_crew'
            : 'freeze_account',
    { by: row.created_by, machine: row.machine ?? '' },
  );
  const reason: Wording = row.reason === null ? what : because('freeze_because', { what, why: row.reason });
  return new Refusal('frozen', { reason });
}

function freezeView(row: FreezeRow): Freeze {
  return {
    id: row.id,
    scope: row.workspace_id === null ? 'instance' : 'user',
    machine: row.machine,
    token: row.token_id,
    reason: row.reason,
    created_at: isoTime(row.created_at),
    created_by: row.created_by,
  };
}
