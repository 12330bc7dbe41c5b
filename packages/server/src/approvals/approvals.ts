/** The rules of approvals: the first decision counts, and an approved order runs unchanged, once, or not at all. */
import {
  APPROVAL_LIMITS,
  type Approval,
  type ApprovalDecision,
  type ApprovalStatus,
  argumentsInvalid,
  because,
  type CrewAction,
  type CrewReach,
  type Decider,
  type Effect,
  type ErrorCode,
  effectiveScopes,
  grantableScopes,
  inLanguage,
  type Language,
  type PlanId,
  Refusal,
  type Scope,
  type Words,
} from '@synapse/contract';
import { type Access, assertCan, can, roleRequired } from '../access/access.ts';
import type { AuditSubject, OpenEntry } from '../audit/audit.ts';
import { BREAK_GLASS } from '../audit/entry.ts';
import type { BegunEntry, PendingEntries } from '../audit/pending-entries.ts';
import { type Clock, isoTime, isoTimeOrNull } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import { bounded } from '../files/index.ts';
import { type Person, whyFrozen } from '../freezes/freezes.ts';
import { personalWorkspaceId, type WorkspaceId } from '../ids.ts';
import { type Hit, holdOpenings } from '../limits/index.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { readMachines } from '../oauth/connections.ts';
import { CannotOpen } from '../vault/cipher.ts';
import type { Sealer } from '../vault/sealer.ts';
import {
  type ApprovalRow,
  addVote,
  countPending,
  findAmong,
  findApproval,
  findByExecution,
  forgetApprovals,
  insertApproval,
  instanceRoleOf,
  isTokenRevoked,
  listApprovals,
  listApprovalsFor,
  lockApproval,
  type Rights,
  readRights,
  readVersions,
  settleApproval,
  votesOf,
} from './approval-store.ts';
import type { ApprovalEnd, ClosePending } from './close-pending.ts';
import { decidersOf, whyNotDecide } from './deciders.ts';
import type { Grants } from './grants.ts';
import {
  type ApprovalRequest,
  fingerprintOf,
  type KeptOrder,
  openOrder,
  openShown,
  type ShownDetails,
  sealOrder,
  sealShown,
} from './kept-order.ts';
import { expired, revoked } from './outcomes.ts';
import { insertReview } from './review-store.ts';

// For other modules.
export type { ApprovalRow } from './approval-store.ts';
export { settles } from './deciders.ts';

/** A new approval. */
export interface NewApproval {
  readonly id: string;
  readonly entry: OpenEntry;
  readonly rateHit: Hit;
  /** As the audit log has it. */
  readonly subject: AuditSubject;
  readonly order: KeptOrder;
  readonly asked: ApprovalRequest;
  readonly shown: ShownDetails;
  readonly effects: readonly Effect[];
  readonly rule: string | null;
  readonly why: Words;
  /** The policy lets the client ask its user, too. */
  readonly askClient: boolean;
  /** Who decides, and how many of them; by default the person who gave the order. */
  readonly decider?: Decider | undefined;
  readonly approvals?: number | undefined;
}

export interface Approvals {
  /** The refusal where the user has too many pending approvals; null otherwise. */
  refuseFull(tx: Queries, actorId: string): Promise<Refusal | null>;
  /** Inserts it, in the transaction that opens its audit entry. */
  put(tx: Queries, approval: NewApproval): Promise<ApprovalRow>;
  list(workspaceId: WorkspaceId, status: ApprovalStatus | undefined, limit: number): Promise<ApprovalRow[]>;
  /** Throws not_found. */
  find(workspaceId: WorkspaceId, id: string): Promise<ApprovalRow>;
  /** The same in one's own workspace and in those of one's crews. */
  findFor(userId: string, id: string): Promise<ApprovalRow>;
  /** What a person may decide: their own approvals, and in crews those of others that their role allows. */
  listFor(userId: string, status: ApprovalStatus | undefined, limit: number): Promise<ApprovalRow[]>;
  /** What a person asked for, in crews too. */
  listAskedBy(userId: string, status: ApprovalStatus | undefined, limit: number): Promise<ApprovalRow[]>;
  /** Throws not_found to who is no member of the crew, and role_required. */
  assertMayDecide(userId: string, row: ApprovalRow): Promise<void>;
  /** The same for one's own approval, although others were to decide it. Throws arguments_invalid for any other. */
  assertMayBreakGlass(userId: string, row: ApprovalRow): Promise<void>;
  byExecution(workspaceId: WorkspaceId, executionId: string): Promise<ApprovalRow | null>;
  /** The same in one's own workspace and in those of one's crews. */
  byExecutionFor(userId: string, executionId: string): Promise<ApprovalRow | null>;
  /** Who has approved so far, where more than one has to. */
  approvedBy(rows: readonly ApprovalRow[]): Promise<ReadonlyMap<string, string[]>>;
  /** As clients get it. `listed`: in a list, with only the beginning of a long diff. */
  view(row: ApprovalRow, language: Language, how?: { readonly listed: boolean }): Approval;
  /** The order that waits; throws approval_decided. In a crew, with what its actor is on the instance by now. */
  orderOf(row: ApprovalRow): Promise<KeptOrder>;
  deny(person: Person, row: ApprovalRow, comment: string | undefined): Promise<void>;
  /** Taken back by the caller. */
  withdraw(workspaceId: WorkspaceId, executionId: string): Promise<void>;
  /** Its machine or secrets are gone: closes it. */
  close(row: ApprovalRow, outcome: ApprovalEnd): Promise<void>;
  /**
   * From here on it runs: gives back its open entry, or throws why it does not. Null: another person has to approve, too.
   * `asked`: as it would run now; `also`: what else is written then.
   */
  approve(
    person: Person,
    row: ApprovalRow,
    asked: ApprovalRequest,
    wish: ApprovalDecision,
    also: (tx: Queries) => Promise<void>,
  ): Promise<ApprovedEntry | null>;
  /** Deletes old decided approvals. */
  expire(): Promise<void>;
}

export interface ApprovedEntry extends BegunEntry {
  /** As the log has it. */
  readonly decidedBy: string;
}

export interface ApprovalParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly entries: PendingEntries;
  readonly close: ClosePending;
  readonly grants: Pick<Grants, 'add'>;
  readonly access: Pick<Access, 'crewsOf' | 'membersOf'>;
  readonly notifications: Pick<Notifications, 'announce' | 'withdraw'>;
  readonly minutes: number;
  /** An approval was committed. */
  readonly approved: (row: ApprovalRow) => void;
}

const KEPT_MS = 30 * 24 * 3600_000;

export function createApprovals(parts: ApprovalParts): Approvals {
  const { database, clock, sealer, entries, close, grants, notifications, minutes } = parts;
  const { queries } = database;

  /** An overdue approval is closed when it is read. */
  const fresh = async (row: ApprovalRow): Promise<ApprovalRow> => {
    if (row.status !== 'pending' || row.expires_at > clock()) return row;
    await close(row, expired(row));
    return (await findApproval(queries, row.workspace_id, row.id)) ?? row;
  };

  const freshOf = async (rows: ApprovalRow[], status: ApprovalStatus | undefined): Promise<ApprovalRow[]> => {
    const now = await Promise.all(rows.map(fresh));
    return now.filter((row) => status === undefined || row.status === status);
  };

  const shownOf = ({ workspace_id, id, shown }: ApprovalRow, listed: boolean): ShownDetails => {
    const details = shown === null ? null : openOrNull(() => openShown(sealer, workspace_id, id, shown));
    if (details === null) return NOTHING_SHOWN;
    const { file } = details;
    if (!listed || file === null) return details;
    const { diff, more_lines } = bounded(file.diff, APPROVAL_LIMITS.diffChars.listed);
    return { ...details, file: { ...file, diff, more_lines: file.more_lines + more_lines } };
  };

  /** Why the order would not be let in now; null where it would. */
  const lostRight = async (tx: Queries, row: ApprovalRow, look: boolean): Promise<Words | null> => {
    const { workspace_id, actor_id, token_id, machine, crew } = row;
    const rights = await readRights(tx, actor_id ?? workspace_id, token_id);
    if (actor_id === null || crew === null) return lostScope(rights, machine, look, null, clock());
    const workspace = (await parts.access.crewsOf(actor_id, tx)).find(({ id }) => id === workspace_id);
    if (workspace === undefined) return worded('not_found');
    const action = look ? 'look' : 'run';
    if (!can(workspace, action)) return roleRequired(action).worded.message;
    return lostScope(rights, `${crew}/${machine}`, look, can(workspace, 'run') ? 'run' : 'look', clock());
  };

  const assertMayDecide = async (userId: string, row: ApprovalRow, at: Queries = queries): Promise<void> => {
    if (row.workspace_id === userId) return;
    const crew = (await parts.access.crewsOf(userId, at)).find(({ id }) => id === row.workspace_id);
    if (crew === undefined) throw new Refusal('not_found');
    const refusal = whyNotDecide(userId, crew, row);
    if (refusal !== null) throw refusal;
  };

  /** The names of those who have approved and still may, this person among them; null where they had before. */
  const vote = async (tx: Queries, person: Person, row: ApprovalRow): Promise<string[] | null> => {
    await lockApproval(tx, row.id);
    const given = { approval_id: row.id, user_id: person.id, username: person.username, created_at: clock() };
    if (!(await addVote(tx, given))) return null;
    const counted: string[] = [];
    for (const { user_id, username } of await votesOf(tx, [row.id])) {
      const crew = (await parts.access.crewsOf(user_id, tx)).find(({ id }) => id === row.workspace_id);
      if (crew !== undefined && whyNotDecide(user_id, crew, row) === null) counted.push(username);
    }
    return counted;
  };

  /** Whom to notify: in a crew its channel, and everybody who may decide it. */
  const readersOf = async (tx: Queries, row: ApprovalRow): Promise<WorkspaceId[]> => [
    row.workspace_id,
    ...(await decidersOf(parts.access, row, tx)).map(personalWorkspaceId),
  ];

  /** A break-glass notifies the deciders it bypassed at once, and stays open until one of them has signed it. */
  const noteBreakGlass = async (tx: Queries, row: ApprovalRow, comment: string): Promise<void> => {
    const { id, execution_id, workspace_id: crew_id, machine, command_template } = row;
    const [actor_id, actor, createdAt] = [row.actor_id ?? '', row.actor ?? '', clock()];
    const unsigned = { signed_by: null, signed_comment: null, signed_at: null };
    const done = { execution_id, crew_id, actor_id, actor, machine, command_template, comment };
    await insertReview(tx, { ...done, created_at: createdAt, ...unsigned });
    const readers = (await readersOf(tx, row)).filter((reader) => reader !== actor_id);
    // Its pending notifications are obsolete.
    await notifications.withdraw(tx, id);
    await notifications.announce(tx, { id, readers, createdAt, expiresAt: Number.POSITIVE_INFINITY });
  };

  /** Why it may not run after all; null where it may. */
  const obstacle = async (tx: Queries, row: ApprovalRow, asked: ApprovalRequest): Promise<ApprovalEnd | null> => {
    const command = {
      workspaceId: row.workspace_id,
      actorId: row.actor_id,
      machine: row.machine,
      tokenId: row.token_id,
    };
    const frozen = await whyFrozen(tx, command);
    if (frozen !== null) return { status: 'denied', refusal: frozen };
    if (await isTokenRevoked(tx, row.token_id)) return revoked();
    if (row.expires_at <= clock()) return expired(row);
    const { fingerprint, order } = openOrder(sealer, row.workspace_id, row.id, sealedOf(row));
    const lost = await lostRight(tx, row, order.look);
    if (lost !== null) return { status: 'stale', refusal: new Refusal('approval_stale', { reason: lost }) };
    const now = fingerprintOf(asked, await readVersions(tx, row.workspace_id, asked.machineId, asked.secrets));
    const stale = new Refusal('approval_stale', { reason: because('approval_order_changed') });
    return now === fingerprint ? null : { status: 'stale', refusal: stale };
  };

  const workspacesOf = async (userId: string): Promise<WorkspaceId[]> => [
    personalWorkspaceId(userId),
    ...(await parts.access.crewsOf(userId)).map(({ id }) => id),
  ];

  const byExecution = async (workspaces: readonly WorkspaceId[], executionId: string): Promise<ApprovalRow | null> => {
    const row = await findByExecution(queries, workspaces, executionId);
    return row === undefined ? null : fresh(row);
  };

  return {
    refuseFull: async (tx, actorId) => {
      const { pending: max } = APPROVAL_LIMITS;
      if ((await countPending(tx, actorId)) < max) return null;
      return new Refusal('limit_reached', { max, what: because('pending_approvals') });
    },

    put: async (tx, approval) => {
      const { id, entry, rateHit, subject, order, asked, effects, rule, why } = approval;
      const { workspaceId, executionId, createdAt } = entry;
      const versions = await readVersions(tx, workspaceId, asked.machineId, asked.secrets);
      const row: ApprovalRow = {
        id,
        workspace_id: workspaceId,
        execution_id: executionId,
        status: 'pending',
        created_at: createdAt,
        expires_at: createdAt + minutes * 60_000,
        machine: subject.machine,
        machine_id: asked.machineId,
        container: subject.container,
        cwd: subject.cwd,
        command_template: subject.commandTemplate,
        secrets: JSON.stringify(asked.secrets),
        effects: JSON.stringify(effects),
        rule,
        reason: JSON.stringify(why),
        token_id: order.tokenId,
        token_hint: order.tokenHint,
        token_label: order.tokenLabel,
        client: order.client,
        ask_client: approval.askClient ? 1 : 0,
        placed_at: rateHit.at,
        sealed: sealOrder(sealer, workspaceId, id, { order, fingerprint: fingerprintOf(asked, versions) }),
        shown: sealShown(sealer, workspaceId, id, approval.shown),
        decided_by: null,
        decided_at: null,
        comment: null,
        actor_id: order.actor?.id ?? null,
        actor: order.actor?.username ?? null,
        crew: order.actor?.crew ?? null,
        decider: approval.decider ?? 'self',
        needed: approval.approvals ?? 1,
        break_glass: 0,
      };
      await insertApproval(tx, row);
      const readers = await readersOf(tx, row);
      await notifications.announce(tx, { id, readers, createdAt, expiresAt: row.expires_at });
      return row;
    },

    list: async (workspaceId, status, limit) =>
      freshOf(await listApprovals(queries, workspaceId, status, limit), status),

    find: async (workspaceId, id) => {
      const row = await findApproval(queries, workspaceId, id);
      if (row === undefined) throw new Refusal('not_found');
      return fresh(row);
    },

    findFor: async (userId, id) => {
      const row = await findAmong(queries, await workspacesOf(userId), id);
      if (row === undefined) throw new Refusal('not_found');
      return fresh(row);
    },

    listFor: async (userId, status, limit) => {
      const crews = await parts.access.crewsOf(userId);
      const where = (action: CrewAction) => crews.filter((crew) => can(crew, action)).map(({ id }) => id);
      const deciding = { userId, asOther: where('run'), asKeeper: where('answer-for-others') };
      const workspaces = [personalWorkspaceId(userId), ...crews.map(({ id }) => id)];
      return freshOf(await listApprovalsFor(queries, workspaces, deciding, status, limit), status);
    },

    listAskedBy: async (userId, status, limit) => {
      const asking = { userId, asOther: [], asKeeper: [] };
      return freshOf(await listApprovalsFor(queries, await workspacesOf(userId), asking, status, limit), status);
    },

    assertMayDecide,

    assertMayBreakGlass: async (userId, row) => {
      if (row.crew === null || row.actor_id !== userId)
        throw argumentsInvalid([{ field: 'break_glass', problem: because('break_glass_own') }]);
      const crew = (await parts.access.crewsOf(userId)).find(({ id }) => id === row.workspace_id);
      if (crew === undefined) throw new Refusal('not_found');
      assertCan(crew, 'run');
    },

    byExecution: (workspaceId, executionId) => byExecution([workspaceId], executionId),
    byExecutionFor: async (userId, executionId) => byExecution(await workspacesOf(userId), executionId),

    approvedBy: async (rows) => {
      const votes = await votesOf(
        queries,
        rows.filter(({ needed }) => needed > 1).map(({ id }) => id),
      );
      const byApproval = Map.groupBy(votes, ({ approval_id }) => approval_id);
      return new Map([...byApproval].map(([id, given]) => [id, given.map(({ username }) => username)]));
    },

    view: (row, language, { listed } = { listed: false }) => approvalView(row, shownOf(row, listed), language),

    orderOf: async (row) => {
      const { order } = openOrder(sealer, row.workspace_id, row.id, sealedOf(row));
      if (order.actor === undefined) return order;
      return { ...order, actor: { ...order.actor, role: (await instanceRoleOf(queries, order.actor.id)) ?? 'member' } };
    },

    deny: async (person, row, given) => {
      const by = person.username;
      const reason = given
        ? because('approval_comment', { comment: given, by })
        : because('approval_no_comment', { by });
      const refusal = new Refusal('approval_denied', { reason });
      const outcome = { status: 'denied', refusal, decidedBy: by, comment: given || null } as const;
      if (!(await close(row, outcome))) throw await decided(queries, row);
    },

    withdraw: async (workspaceId, executionId) => {
      const row = await findByExecution(queries, [workspaceId], executionId);
      if (row !== undefined) await close(row, { status: 'cancelled', refusal: null });
    },

    close: async (row, outcome) => {
      if (!(await close(row, outcome))) throw await decided(queries, row);
    },

    approve: async (person, row, asked, { for: kind, comment = '', break_glass: breaksGlass = false }, also) => {
      const by = person.username;
      const result = await database.transaction(async (tx) => {
        // As when a command is opened: the crew's, then those of who gave it.
        await holdOpenings(tx, row.workspace_id);
        if (row.actor_id !== null) await holdOpenings(tx, row.actor_id);
        const against = await obstacle(tx, row, asked);
        if (against !== null) return (await close.within(tx, row, against)) ? against : null;
        if (!breaksGlass) await assertMayDecide(person.id, row, tx);
        const approvedBy = breaksGlass || row.needed === 1 ? [by] : await vote(tx, person, row);
        if (approvedBy === null) return null;
        // A second approval is needed.
        if (!breaksGlass && approvedBy.length < row.needed) return VOTED;
        const decidedBy = approvedBy.join(', ');
        const how = { comment: comment || null, break_glass: breaksGlass ? 1 : 0 };
        const settlement = { decided_by: decidedBy, decided_at: clock(), ...how };
        if (!(await settleApproval(tx, row.id, { status: 'approved', ...settlement }))) return null;
        if (kind !== 'once') await grants.add(tx, kind, row, asked, approvedBy);
        if (breaksGlass) await noteBreakGlass(tx, row, comment);
        await also(tx);
        const recorded = breaksGlass ? `${decidedBy}${BREAK_GLASS}` : decidedBy;
        const entry = await entries.begin(tx, row.execution_id, recorded);
        return entry === null ? null : { ...entry, decidedBy: recorded };
      });
      if (result === VOTED) return null;
      if (result === null) throw await decided(queries, row);
      if (!('status' in result)) {
        parts.approved(row);
        return result;
      }
      close.announce(row, result);
      // What the caller learns about its token is not for the person.
      throw result.status === 'cancelled' ? await decided(queries, row) : result.refusal;
    },

    expire: () => forgetApprovals(queries, clock() - KEPT_MS),
  };
}

/** What the plan, the crews and the token of the person who gave the order no longer allow. */
function lostScope(rights: Rights | undefined, name: string, look: boolean, reach: CrewReach, now: number) {
  if (rights === undefined || (rights.token !== null && rights.token.expiresAt <= now)) return worded('token_expired');
  const plan = rights.plan as PlanId;
  const stored = rights.token === null ? grantableScopes(plan, reach) : (rights.token.scopes.split(' ') as Scope[]);
  const scopes = effectiveScopes(stored, plan, reach);
  if (!scopes.includes('mcp:synapse') && !(look && scopes.includes('mcp:look'))) return worded('plan_required');
  const machines = readMachines(rights.token?.machines ?? null);
  return machines === null || machines.includes(name) ? null : worded('machine_not_found');
}

/** The result of a transaction that only counted one of several approvals. */
const VOTED = Symbol('voted');

const worded = (code: ErrorCode): Words => new Refusal(code).worded.message;

function sealedOf({ sealed, status }: ApprovalRow): Buffer {
  if (sealed === null) throw new Refusal('approval_decided', { status });
  return sealed;
}

/** It was decided, or expired, meanwhile. */
async function decided(queries: Queries, row: ApprovalRow): Promise<Refusal> {
  const now = (await findApproval(queries, row.workspace_id, row.id)) ?? row;
  return new Refusal('approval_decided', { status: now.status });
}

/** Sealed under a master key that was replaced since. It cannot be approved either. */
function openOrNull(open: () => ShownDetails): ShownDetails | null {
  try {
    return open();
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}

const NOTHING_SHOWN: ShownDetails = { file: null, timeout_seconds: 0, detach: false, machines: null };

function approvalView(row: ApprovalRow, shown: ShownDetails, language: Language): Approval {
  const { id, execution_id, machine, container, cwd, command_template, rule } = row;
  const { token_hint, token_label, client, decided_by, comment } = row;
  return {
    id,
    execution_id,
    created_at: isoTime(row.created_at),
    expires_at: isoTime(row.expires_at),
    machine,
    container,
    cwd,
    command_template,
    secrets: JSON.parse(row.secrets) as string[],
    effects: JSON.parse(row.effects) as Effect[],
    rule,
    reason: inLanguage(reasonOf(row), language),
    ...shown,
    token_hint,
    token_label,
    client,
    ...(row.crew !== null && { crew: row.crew, actor: row.actor ?? '', ...asksOf(row) }),
    ...(row.break_glass === 1 && { break_glass: true }),
    status: row.status as ApprovalStatus,
    decided_by,
    decided_at: isoTimeOrNull(row.decided_at),
    comment,
  };
}

const asksOf = ({ decider, needed }: ApprovalRow) => ({ ask: decider as Decider, approvals: needed });

export function reasonOf({ reason }: ApprovalRow): Words {
  return JSON.parse(reason) as Words;
}
