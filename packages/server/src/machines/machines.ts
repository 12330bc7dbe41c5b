/** The rules of machines: who owns which, what each kind needs, and whether it was reached lately. */
import { isDeepStrictEqual } from 'node:util';
import {
  argumentsInvalid,
  because,
  type CreatedMachine,
  type Enrollment,
  LIMITS,
  type Machine,
  type MachineChange,
  type Maker,
  type NewMachine,
  type OwnMachine,
  Refusal,
  type Role,
} from '@synapse/contract';
import { lockWorkspace, type TellCrew } from '../access/access.ts';
import type { Agents, AgentView } from '../agents/agents.ts';
import type { Audit, Note } from '../audit/audit.ts';
import { noteChange } from '../audit/note-change.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/read-config.ts';
import { assertVersion } from '../db/assert-version.ts';
import { atCommit } from '../db/at-commit.ts';
import type { Database, Queries } from '../db/database.ts';
import { newId, type WorkspaceId } from '../ids.ts';
import { holdOpenings } from '../limits/index.ts';
import { nearestNamed } from '../nearest.ts';
import type { KeptSandbox } from './kept-sandbox.ts';
import { KINDS } from './kinds.ts';
import { mayUse, refuseLimited } from './limited-owner.ts';
import { applyChange, checked, tidyTags } from './machine-rules.ts';
import {
  confirmMachine,
  countMachines,
  deleteMachine,
  findMachine,
  findMachineById,
  insertMachine,
  isInUse,
  keepSandboxes,
  listMachines,
  type MachineRecord,
  markSeen,
  moveMachine,
  pinHostKey,
  replaceMachine,
} from './machine-store.ts';
import { agentView, isReached, machineView } from './machine-view.ts';
import { ownMachine, secretsOf } from './own-machine.ts';

// For other modules.
export { mayUse } from './limited-owner.ts';
export type { MachineRecord } from './machine-store.ts';

export interface Owner {
  readonly workspaceId: WorkspaceId;
  readonly role: Role;
  /** The only machines that there are for the caller; none given: all of the workspace's. */
  readonly machines?: readonly string[] | null | undefined;
  /** For a machine of a crew, whose log tells what is changed. */
  readonly tell?: TellCrew | undefined;
}

/** Who makes or changes a machine: what an assistant made, a person confirms. */
export interface Author extends Owner {
  readonly maker: Maker;
}

export interface Machines {
  /** `tag`: only those that have it. */
  list(owner: Owner, tag?: string): Promise<Machine[]>;
  get(owner: Owner, slug: string): Promise<Machine>;
  /** Also with how each is reached, which only its owner may see. */
  listOwn(owner: Owner, tag?: string): Promise<OwnMachine[]>;
  getOwn(owner: Owner, slug: string): Promise<OwnMachine>;
  /** By slug. */
  tagsOf(workspaceId: WorkspaceId): Promise<ReadonlyMap<string, readonly string[]>>;
  /** The machine as executors need it. Throws machine_not_found. */
  find(owner: Owner, slug: string, at?: Queries): Promise<MachineRecord>;
  /** The machine that `create` would make of this. Refuses what `create` would refuse. */
  draft(owner: Author, wish: NewMachine): MachineRecord;
  /** For kind agent, the enrolment of its agent is shown only this once. */
  create(owner: Author, wish: NewMachine): Promise<CreatedMachine>;
  /** Makes the host itself a machine on the first start, for the users who may run commands on it. */
  registerHost(owner: Author, wish: NewMachine): Promise<CreatedMachine>;
  /** A new enrolment for an agent. The agent that was enrolled before is turned away from now on. */
  enroll(owner: Owner, slug: string): Promise<Enrollment>;
  update(owner: Author, slug: string, change: MachineChange): Promise<Machine>;
  /**
   * A person has looked at where the machine leads, and lets it have their secrets. `version`: the one that they saw.
   * Throws version_conflict.
   */
  confirm(owner: Owner, slug: string, by: ConfirmedBy, version?: number): Promise<OwnMachine>;
  /**
   * Whether a machine may have secrets now, as it is stored: it may have been changed or removed since it was read. What
   * leads elsewhere than the stored one is not confirmed.
   */
  receiver(machine: MachineRecord): Promise<MachineRecord>;
  remove(owner: Owner, slug: string): Promise<void>;
  /**
   * Into the workspace of a crew, with these secrets. `enter` says which, within the transaction, and refuses who may not.
   * Throws secrets_needed, machine_in_use and machine_exists.
   */
  move(
    owner: Owner,
    slug: string,
    secrets: readonly string[],
    enter: (tx: Queries) => Promise<MoveTarget>,
  ): Promise<OwnMachine>;
  /** Throws local_forbidden if SYNAPSE_ALLOW_LOCAL does not let this user run commands on the host. */
  assertLocalAllowed(owner: Owner, machine: Pick<MachineRecord, 'kind' | 'connection'>): void;
  noteReached(machine: MachineRecord, at?: Queries): Promise<void>;
  noteFailed(machine: MachineRecord, at?: Queries): Promise<void>;
  noteHostKey(machine: MachineRecord, address: string, key: string): Promise<void>;
  /** Keeps what was found out about sandboxes in a container ('' is the host). Null: it is no longer true. */
  noteSandbox(machine: MachineRecord, container: string, kept: KeptSandbox | null): Promise<void>;
}

/** Called when a machine was changed or removed, because open connections to it must not be used again. */
export type MachineGone = (machineId: string) => void;

/** What this module needs of the agents. */
export type MachineAgents = Pick<Agents, 'newEnrollment' | 'describe' | 'revoke'>;

/** From where a person confirms a machine, as the log has it. */
export type ConfirmedBy = Pick<Note, 'source' | 'ip'>;

/** Where a machine moves to. */
export interface MoveTarget {
  readonly id: WorkspaceId;
  readonly tell: TellCrew;
}

/** What this module needs of the vault. */
export interface MachineVault {
  /** In the transaction that removes a machine. */
  machineRemoved(tx: Queries, workspaceId: WorkspaceId, slug: string): Promise<void>;
  /** Which of these names a workspace has. */
  having(tx: Queries, workspaceId: WorkspaceId, names: readonly string[]): Promise<string[]>;
  /** In the transaction that moves a machine. The returned function is called once it is committed. */
  moveWith(tx: Queries, move: SecretMove): Promise<() => void>;
}

export interface SecretMove {
  readonly from: string;
  readonly to: string;
  readonly names: readonly string[];
  /** Of these the former workspace keeps its own: other machines there need them. */
  readonly kept: readonly string[];
  /** The only machine for which a bound one is meant from now on. */
  readonly machine: string;
}

const NOT_DURABLE = { durable: false } as const;
const NO_AGENTS: ReadonlyMap<string, AgentView> = new Map();

export function createMachines(
  database: Database,
  clock: Clock,
  { allowLocal }: Pick<Config, 'allowLocal'>,
  gone: MachineGone,
  agents: MachineAgents,
  vault: MachineVault,
  audit: Pick<Audit, 'note' | 'committed'>,
): Machines {
  const { queries } = database;

  const find: Machines['find'] = async (owner, slug, at = queries) => {
    const machine = await findMachine(at, owner.workspaceId, slug);
    if (machine === undefined || !mayUse(owner, slug)) throw await notFound(owner, slug, at);
    return machine;
  };

  /** Says which there are: the one that was meant is often a letter away. */
  const notFound = async (owner: Parameters<typeof find>[0], given: string, at: Queries): Promise<Refusal> => {
    const known = (await listMachines(at, owner.workspaceId))
      .map(({ slug }) => slug)
      .filter((slug) => mayUse(owner, slug));
    return new Refusal('machine_not_found', {}, nearestNamed('machine', given, known));
  };

  const assertLocalAllowed: Machines['assertLocalAllowed'] = ({ role }, machine) => {
    if (!KINDS[machine.kind].reachesHost(machine.connection) || allowLocal === 'all') return;
    if (allowLocal === 'off' || role !== 'admin') throw new Refusal('local_forbidden');
  };

  const view = async (records: readonly MachineRecord[]): Promise<Machine[]> => {
    const linked = records.filter(({ kind }) => KINDS[kind].isAgent).map(({ id }) => id);
    const known = linked.length === 0 ? NO_AGENTS : await agents.describe(linked);
    return records.map((record) => ({ ...machineView(record, clock()), ...agentView(known.get(record.id)) }));
  };

  const draft = (owner: Author, wish: NewMachine): MachineRecord => {
    const now = clock();
    return checked({
      id: newId(now),
      workspaceId: owner.workspaceId,
      slug: wish.slug,
      label: wish.label ?? wish.slug,
      kind: wish.kind,
      containers: [...new Set(wish.containers)],
      defaultContainer: wish.default_container ?? null,
      defaultCwd: wish.default_cwd ?? null,
      sudoSecret: wish.sudo_secret ?? null,
      connection: wish.connection ?? null,
      hostKeys: {},
      sandboxes: {},
      tags: tidyTags(wish.tags),
      status: wish.statut,
      madeBy: owner.maker,
      confirmed: owner.maker === 'person',
      version: 1,
      lastSeenAt: null,
      lastFailedAt: null,
      createdAt: now,
      updatedAt: now,
    });
  };

  const create = async (
    owner: Author,
    wish: NewMachine,
    allow: Machines['assertLocalAllowed'],
  ): Promise<CreatedMachine> => {
    refuseLimited(owner);
    const record = draft(owner, wish);
    allow(owner, record);
    const enrollment = KINDS[record.kind].isAgent ? agents.newEnrollment() : null;
    await database.transaction(async (tx) => {
      await lockWorkspace(tx, owner.workspaceId);
      const { machines: max } = LIMITS;
      if ((await countMachines(tx, owner.workspaceId)) >= max) {
        throw new Refusal('limit_reached', { max, what: because('machines') });
      }
      if (!(await insertMachine(tx, record))) throw new Refusal('machine_exists');
      await owner.tell?.(tx, `machine add ${record.slug}`);
      await enrollment?.store(tx, record.id);
    });
    const [made] = await view([record]);
    return { ...made!, ...(enrollment === null ? {} : { enrollment: enrollment.shown }) };
  };

  /** What the machine uses and the crew lacks has to be given; nothing else may be. */
  const assertSecrets = async (
    tx: Queries,
    machine: MachineRecord,
    to: WorkspaceId,
    given: readonly string[],
  ): Promise<void> => {
    const used = secretsUsed(machine);
    const there = await vault.having(tx, to, used);
    const wrong = given.flatMap((name, index) => {
      const field = `secrets.${index}`;
      if (!used.includes(name)) return [{ field, problem: because('secret_not_needed', { name }) }];
      return there.includes(name) ? [{ field, problem: because('secret_in_crew', { name }) }] : [];
    });
    if (wrong.length > 0) throw argumentsInvalid(wrong);
    const needed = (await vault.having(tx, machine.workspaceId, used)).filter((name) => !there.includes(name));
    const missing = needed.filter((name) => !given.includes(name));
    if (missing.length === 0) return;
    throw new Refusal('secrets_needed', { names: needed.join(', ') }).extendedBy({ secrets: needed });
  };

  const tagged = async ({ workspaceId }: Owner, tag?: string): Promise<MachineRecord[]> => {
    const all = await listMachines(queries, workspaceId);
    return tag === undefined ? all : all.filter(({ tags }) => tags.includes(tag));
  };

  const viewOwn = async (records: readonly MachineRecord[]): Promise<OwnMachine[]> =>
    (await view(records)).map((machine, index) => ownMachine(machine, records[index]!));

  return {
    find,
    assertLocalAllowed,

    list: async (owner, tag) => view((await tagged(owner, tag)).filter(({ slug }) => mayUse(owner, slug))),

    get: async (owner, slug) => (await view([await find(owner, slug)]))[0]!,

    tagsOf: async (workspaceId) =>
      new Map((await listMachines(queries, workspaceId)).map(({ slug, tags }) => [slug, tags])),

    draft: (owner, wish) => {
      const record = draft(owner, wish);
      assertLocalAllowed(owner, record);
      return record;
    },

    create: (owner, wish) => create(owner, wish, assertLocalAllowed),

    registerHost: (owner, wish) => create(owner, wish, () => undefined),

    listOwn: async (owner, tag) => viewOwn(await tagged(owner, tag)),

    getOwn: async (owner, slug) => (await viewOwn([await find(owner, slug)]))[0]!,

    enroll: async (owner, slug) => {
      const { id, kind } = await find(owner, slug);
      if (!KINDS[kind].isAgent) throw argumentsInvalid([{ field: 'machine', problem: because('only_agents') }]);
      const { shown, store } = agents.newEnrollment();
      await database.transaction(async (tx) => {
        await store(tx, id);
        await owner.tell?.(tx, `machine enroll ${slug}`);
      });
      agents.revoke(id);
      return shown;
    },

    update: async (owner, slug, change) => {
      refuseLimited(owner);
      const { before, after } = await database.transaction(async (tx) => {
        // Of two changes the second builds on the first, so that no two states have one version.
        await lockWorkspace(tx, owner.workspaceId);
        const before = await findMachine(tx, owner.workspaceId, slug);
        if (before === undefined) throw await notFound(owner, slug, tx);
        const after = checked(applyChange(before, change, owner.maker, clock()));
        assertLocalAllowed(owner, after);
        if (after !== before) {
          await replaceMachine(tx, after);
          await owner.tell?.(tx, `machine set ${slug}`);
        }
        return { before, after };
      });
      if (after !== before) gone(after.id);
      return (await view([after]))[0]!;
    },

    confirm: async (owner, slug, by, version) => {
      const record = await find(owner, slug);
      const [shown] = await viewOwn([record]);
      assertVersion(version, shown!);
      if (record.confirmed) return shown!;
      const noted = await database.transaction(async (tx) => {
        if (!(await confirmMachine(tx, record.id, record.version))) return null;
        const note = { workspaceId: owner.workspaceId, ...by, what: confirmation(record) };
        return noteChange(audit, tx, { ...note, tell: owner.tell });
      });
      noted?.();
      if (noted !== null) return { ...shown!, confirmed: true };
      // Changed since it was read.
      const [now] = await viewOwn([await find(owner, slug)]);
      throw new Refusal('version_conflict', { version: now!.version }).with(now!);
    },

    receiver: async (machine) => {
      const now = await findMachineById(queries, machine.id);
      if (now === undefined) return { ...machine, confirmed: false };
      const same = now.kind === machine.kind && isDeepStrictEqual(now.connection, machine.connection);
      return same ? now : { ...now, confirmed: false };
    },

    remove: async (owner, slug) => {
      refuseLimited(owner);
      const id = await database.transaction(async (tx) => {
        const deleted = await deleteMachine(tx, owner.workspaceId, slug);
        if (deleted === undefined) throw await notFound(owner, slug, tx);
        await vault.machineRemoved(tx, owner.workspaceId, slug);
        await owner.tell?.(tx, `machine rm ${slug}`);
        return deleted;
      });
      gone(id);
      agents.revoke(id);
    },

    move: async (owner, slug, given, enter) => {
      refuseLimited(owner);
      const { moved, committed } = await database.transaction(async (tx) => {
        // No command is opened here meanwhile.
        await holdOpenings(tx, owner.workspaceId);
        const to = await enter(tx);
        if (to.id === owner.workspaceId)
          throw argumentsInvalid([{ field: 'crew', problem: because('same_workspace') }]);
        for (const id of [owner.workspaceId, to.id].sort()) await lockWorkspace(tx, id);
        const machine = await findMachine(tx, owner.workspaceId, slug);
        if (machine === undefined) throw await notFound(owner, slug, tx);
        if (await isInUse(tx, owner.workspaceId, slug)) throw new Refusal('machine_in_use');
        const { machines: max } = LIMITS;
        if ((await countMachines(tx, to.id)) >= max)
          throw new Refusal('limit_reached', { max, what: because('machines') });
        if ((await findMachine(tx, to.id, slug)) !== undefined) throw new Refusal('machine_exists');
        await assertSecrets(tx, machine, to.id, given);
        await moveMachine(tx, machine, to.id, clock());
        const staying = (await listMachines(tx, owner.workspaceId)).flatMap(secretsUsed);
        const kept = given.filter((name) => staying.includes(name));
        const move = { from: owner.workspaceId, to: to.id, names: given, machine: slug, kept };
        const committed = await vault.moveWith(tx, move);
        await vault.machineRemoved(tx, owner.workspaceId, slug);
        await owner.tell?.(tx, `machine rm ${slug}`);
        for (const name of given) if (!kept.includes(name)) await owner.tell?.(tx, `secret rm ${name}`);
        await to.tell(tx, `machine add ${slug}`);
        for (const name of given) await to.tell(tx, `secret put ${name}`);
        return { moved: (await findMachine(tx, to.id, slug))!, committed };
      });
      committed();
      gone(moved.id);
      return (await viewOwn([moved]))[0]!;
    },

    noteReached: async (machine, at) => {
      // To the second is enough: a burst of commands need not write it each time.
      if (isReached(machine) && clock() - machine.lastSeenAt <= 1_000) return;
      if (at !== undefined && database.shared) await markSeen(at, machine.id, true, clock());
      else {
        await database.transaction(async (tx) => atCommit(tx, markSeen(tx, machine.id, true, clock())), NOT_DURABLE);
      }
    },
    noteFailed: (machine, at = queries) => markSeen(at, machine.id, false, clock()),
    noteSandbox: ({ id, workspaceId, slug }, container, kept) =>
      database.transaction(async (tx) => {
        const now = await findMachine(tx, workspaceId, slug);
        if (now?.id !== id) return;
        const { [container]: _, ...others } = now.sandboxes;
        await keepSandboxes(tx, id, kept === null ? others : { ...others, [container]: kept });
      }),
    // What is stored by now counts: on the way to a machine, several hosts show their keys one after the other.
    noteHostKey: ({ id, workspaceId, slug }, address, key) =>
      database.transaction(async (tx) => {
        await lockWorkspace(tx, workspaceId);
        const now = await findMachine(tx, workspaceId, slug);
        if (now?.id === id) await pinHostKey(tx, id, { [address]: key, ...now.hostKeys });
      }),
  };
}

const secretsUsed = ({ connection, sudoSecret }: MachineRecord): string[] =>
  secretsOf({ connection, sudo_secret: sudoSecret });

/** What was confirmed, as the log has it. */
function confirmation({ slug, kind, version, connection }: MachineRecord): string {
  const { host, port, user } = (connection ?? {}) as { host?: string; port?: number; user?: string };
  const address = host === undefined ? '' : ` ${user === undefined ? '' : `${user}@`}${host}${port ? `:${port}` : ''}`;
  return `machine ${slug} confirmed as ${kind}${address}, version ${version}`;
}
