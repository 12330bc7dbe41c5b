/** The audit log: opened before a command starts, closed after it, never rewritten. */
import { createSecretKey } from 'node:crypto';
import type { AuditEntry, AuditPage, AuditQuery, AuditSearch, SharedAuditPage } from '@synapse/contract';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import { newId, type WorkspaceId } from '../ids.ts';
import { deadOwners, endLease } from '../instances/index.ts';
import {
  type AuditRow,
  appendRow,
  closeRow,
  closeRowOrFail,
  findByExecution,
  findReconciling,
  type Head,
  idsBeginning,
  lockHead,
  type OwnClosing,
  runningOf,
} from './audit-store.ts';
import { type Closing, closingSeal, headSeal, isSealed, openingHash, sameBytes } from './chain.ts';
import {
  type AuditSubject,
  actorOf,
  actorText,
  auditEntry,
  closingOf,
  type Ending,
  type Note,
  noteSubject,
  reconciledSubject,
  subjectOfRow,
} from './entry.ts';
import { createKnownEnds, type KnownEnds } from './known-ends.ts';
import { type Position, readCursor, selectEntries, writeCursor } from './listing-store.ts';
import { isSearch, searchEntries } from './search-store.ts';

export { NOT_BROWSED } from './browsed-store.ts';
export type { AuditSubject, Ending, Note } from './entry.ts';
export { laneName, OF_MEMBER } from './lane-name.ts';
// For other modules.
export { countExecutions, failedExecutions, runningByInstance } from './listing-store.ts';
export { NO_MACHINE } from './no-machine.ts';
export { lastSettled } from './settled-store.ts';

/** It runs, unless it waits for a person. */
export interface OpenState {
  readonly status?: 'running' | 'pending';
  readonly decidedBy?: string | null | undefined;
  /** Under which name it has its turn among the commands of its user; its machine where none is given. */
  readonly lane?: string;
  /** The end of the chain, where it was asked for before. */
  readonly chain?: Promise<Head>;
}

export interface OpenEntry {
  readonly executionId: string;
  readonly workspaceId: WorkspaceId;
  readonly seq: number;
  readonly hash: Buffer;
  readonly createdAt: number;
  /** The instance that opened it; this one unless said. */
  readonly instanceId?: string;
}

export interface Audit {
  /** Appends an entry, in a transaction of the caller's: what is counted with it is counted or not with it. */
  open(tx: Queries, subject: AuditSubject, state?: OpenState): Promise<OpenEntry>;
  /** The end of the user's chain, to be combined with other queries: no other transaction appends until the commit. */
  holdChain(tx: Queries, workspaceId: WorkspaceId): Promise<Head>;
  /** The transaction that opened it is committed. From now on the entry counts, whatever the database says. */
  committed(entry: OpenEntry): void;
  /** The ends of chains as this instance wrote them. */
  readonly ends: KnownEnds;
  /**
   * False: it was closed already, by another instance that took this one for dead, or by an earlier try whose answer
   * was lost.
   */
  close(tx: Queries, entry: OpenEntry, ending: Ending): Promise<boolean>;
  /** The same with the commit, which fails if it was closed already (see `missedItsRow`). PostgreSQL. */
  closeOrFail(tx: Queries, entry: OpenEntry, ending: Ending): void;
  /**
   * How a command ended for certain whose entry others have closed meanwhile: an entry of its own tells it. Null where
   * the log says the same already.
   */
  reconcile(tx: Queries, entry: OpenEntry, ending: Ending): Promise<OpenEntry | null>;
  /** A command that was refused before it started: opened and closed at once, in the caller's transaction. */
  refuse(tx: Queries, subject: AuditSubject, code: string): Promise<OpenEntry>;
  /** One entry for several refused commands. */
  refuseMany(tx: Queries, note: Note, code: string): Promise<OpenEntry>;
  /** What was changed, and is no command: appended as done, in a transaction of the caller's. */
  note(tx: Queries, note: Note): Promise<OpenEntry>;
  /** Appends the entry about an erasure. The caller erases the texts of the entries before it next. */
  noteErasure(tx: Queries, note: Note): Promise<OpenEntry>;
  /** For all people (null), each entry says whose it is. */
  list(workspaceId: WorkspaceId | null, query: AuditQuery & AuditSearch): Promise<SharedAuditPage>;
  /** Of several workspaces, in one order; `cursors`: where a page after each entry would begin. */
  listAcross(
    workspaceIds: readonly WorkspaceId[],
    query: AuditQuery,
  ): Promise<AuditPage & { readonly cursors: string[] }>;
  /** With the end that became known later, where one did. */
  find(workspaceId: WorkspaceId, executionId: string): Promise<AuditEntry | null>;
  /** The one id of this user that begins so; null if there is none, or several. */
  wholeId(workspaceId: WorkspaceId, beginning: string): Promise<string | null>;
  /** One that still runs, to be closed by the caller; null if it has ended or is not ours. */
  reopen(
    workspaceId: WorkspaceId,
    executionId: string,
  ): Promise<{ entry: OpenEntry; subject: AuditSubject; decidedBy: string | null } | null>;
  /** One that we opened, whatever became of it since; null where there is none. */
  entryOf(workspaceId: WorkspaceId, executionId: string): Promise<{ entry: OpenEntry; subject: AuditSubject } | null>;
  /** Who gave it, in the log of a crew; null in that of a person. */
  actorOf(workspaceId: WorkspaceId, executionId: string): Promise<string | null>;
  /** Which instance runs it, or ran it. */
  instanceOf(workspaceId: WorkspaceId, executionId: string): Promise<string | null>;
  /** Closes as interrupted what dead instances left running. `alone`: all others are known to be dead. */
  interruptDead(alone?: boolean): Promise<readonly Interrupted[]>;
}

/** An entry that was closed on behalf of a dead instance. */
export interface Interrupted {
  readonly workspaceId: WorkspaceId;
  readonly executionId: string;
  readonly machine: string;
}

export interface AuditOptions {
  readonly instanceId: string;
  /** Seals closings; derived from the master key. */
  readonly sealKey: Buffer;
  /** How long an instance that cannot be heard of is waited for. Leases hold so long. */
  readonly deadAfterMs: number;
}

/** By time, then by workspace. */
const newestFirst = (one: Position, other: Position): number =>
  other.created_at - one.created_at || compare(other.workspace_id, one.workspace_id) || other.seq - one.seq;

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Where a page over several workspaces continues in one of them. */
function positionIn(workspaceId: WorkspaceId, after: Position): Position {
  if (workspaceId === after.workspace_id) return after;
  // What was written in the same moment comes after it, or came before.
  return {
    created_at: after.created_at + (workspaceId < after.workspace_id ? 1 : 0),
    seq: 0,
    workspace_id: workspaceId,
  };
}

/** A live instance has renewed its lease by then. */
const WATCH_MS = 3_000;
const UNSEALED = Buffer.alloc(0);
const DONE = closingOf({ status: 'done', exitCode: 0, durationMs: 0 });

export function createAudit(database: Database, clock: Clock, options: AuditOptions): Audit {
  const { instanceId, deadAfterMs } = options;
  const sealKey = createSecretKey(options.sealKey);
  const ends = createKnownEnds();
  const watch = { since: 0, latest: Number.NEGATIVE_INFINITY };

  /**
   * Whether this instance has looked long enough to tell dead instances from living ones. While the database was away,
   * no instance could give a sign of life, so the first one to return leaves the others a moment to renew their leases
   * and to write how their commands ended.
   */
  const mayJudge = (): boolean => {
    const now = clock();
    if (now - watch.latest > deadAfterMs / 2) watch.since = now;
    watch.latest = now;
    return now - watch.since >= Math.min(deadAfterMs, WATCH_MS);
  };

  const holdChain: Audit['holdChain'] = (tx, workspaceId) => {
    const head = lockHead(tx, workspaceId, (end) => headSeal(sealKey, end));
    // The caller that appends gets the error.
    head.catch(() => undefined);
    return head;
  };

  const append = async (
    tx: Queries,
    subject: AuditSubject,
    closing: Closing,
    { lane, chain = holdChain(tx, subject.workspaceId) }: OpenState = {},
  ): Promise<OpenEntry> => {
    const head = await chain;
    const now = Math.max(clock(), head.created_at);
    const opening = {
      workspace_id: subject.workspaceId,
      seq: head.seq + 1,
      id: newId(now),
      execution_id: newId(now),
      created_at: now,
      source: subject.source,
      machine: subject.machine,
      container: subject.container,
      cwd: subject.cwd,
      command_template: subject.commandTemplate,
      alias: subject.alias,
      typed_chars: subject.typedChars,
      token_hint: subject.tokenHint,
      ip: subject.ip,
      verdict: subject.verdict ?? null,
      rule: subject.rule ?? null,
      approval_id: subject.approvalId ?? null,
      sandbox: subject.sandbox ?? null,
      reconciles: subject.reconciles ?? null,
      actor: actorText(subject.actor),
      erases: subject.erasesAllBefore === true ? head.seq : null,
    };
    const hash = openingHash(opening, head.hash);
    const seal = closingSeal(sealKey, hash, closing, instanceId);
    const end = { ...opening, username: head.username, hash };
    // What follows an end that is not ours, or was set back, gets no seal of ours, so that verifying keeps showing it.
    const genuine = sameBytes(head.seal, headSeal(sealKey, head)) && ends.mayFollow(head);
    const row = { ...opening, prev_hash: head.hash, hash, instance_id: instanceId, ...closing, seal };
    const queued = database.shared && closing.status === 'running';
    appendRow(tx, row, genuine ? headSeal(sealKey, end) : UNSEALED, queued ? (lane ?? row.machine) : null);
    const { execution_id: executionId, workspace_id: workspaceId, seq } = opening;
    return { executionId, workspaceId, seq, hash, createdAt: now };
  };

  /** In a transaction of the caller's, which has ended the lease that they ran under. */
  const closeAll = async (tx: Queries, rows: readonly AuditRow[]): Promise<Interrupted[]> => {
    const interrupted: Interrupted[] = [];
    for (const row of rows) {
      const durationMs = Math.max(0, clock() - row.created_at);
      const closing = closingOf({
        status: 'interrupted',
        exitCode: null,
        durationMs,
        decidedBy: row.decided_by,
      });
      // An entry that we did not open ourselves is closed too, but without our seal, so that verifying keeps showing
      // it.
      const ours = isSealed(sealKey, row);
      const seal = ours ? closingSeal(sealKey, row.hash, closing, row.instance_id) : UNSEALED;
      // The instance may have closed it itself in this moment.
      if (await closeRow(tx, row.execution_id, { ...closing, seal, instance_id: row.instance_id })) {
        interrupted.push({ workspaceId: row.workspace_id, executionId: row.execution_id, machine: row.machine });
      }
    }
    return interrupted;
  };

  /** Closed as interrupted, it may still be known how it ended. */
  const withItsEnd = async (row: AuditRow): Promise<AuditRow> => {
    if (row.status !== 'interrupted') return row;
    const late = await findReconciling(database.queries, row.execution_id);
    if (late === undefined) return row;
    const { status, exit_code, refusal, duration_ms, stdout_bytes, returned_bytes, filter, saved_tokens } = late;
    return { ...row, status, exit_code, refusal, duration_ms, stdout_bytes, returned_bytes, filter, saved_tokens };
  };

  const ownClosing = ({ hash, instanceId: owner = instanceId }: OpenEntry, ending: Ending): OwnClosing => {
    const closing = closingOf(ending);
    return { ...closing, seal: closingSeal(sealKey, hash, closing, owner), instance_id: owner };
  };

  const committed: Audit['committed'] = ({ workspaceId, seq, hash }) =>
    ends.note({ workspace_id: workspaceId, seq, hash });

  return {
    open: (tx, subject, { status = 'running', decidedBy = null, ...state } = {}) =>
      append(tx, subject, closingOf({ status, exitCode: null, durationMs: null, decidedBy }), state),

    holdChain,

    committed,
    ends,

    close: (tx, entry, ending) => closeRow(tx, entry.executionId, ownClosing(entry, ending)),

    closeOrFail: (tx, entry, ending) => closeRowOrFail(tx, entry.executionId, ownClosing(entry, ending)),

    reconcile: async (tx, { executionId, workspaceId, hash, instanceId: opener = instanceId }, ending) => {
      // Held before it is looked at: of two that know its end, the second finds what the first has appended.
      const chain = holdChain(tx, workspaceId);
      const row = await findByExecution(tx, workspaceId, executionId);
      // The transaction that opened it never took place; or it runs on, as another instance's.
      if (row === undefined || row.status === 'running') return null;
      const closing = closingOf(ending);
      const isOurs = sameBytes(row.seal, closingSeal(sealKey, hash, closing, opener));
      const saysTheSame = row.status === closing.status && row.exit_code === closing.exit_code;
      if (isOurs || saysTheSame || (await findReconciling(tx, executionId)) !== undefined) return null;
      return append(tx, reconciledSubject(row), closing, { chain });
    },

    refuse: (tx, subject, code) =>
      append(tx, subject, closingOf({ status: 'refused', exitCode: null, durationMs: 0, refusal: code })),

    refuseMany: (tx, note, code) =>
      append(tx, noteSubject(note), closingOf({ status: 'refused', exitCode: null, durationMs: 0, refusal: code })),

    note: (tx, note) => append(tx, noteSubject(note), DONE),

    noteErasure: (tx, note) => append(tx, { ...noteSubject(note), erasesAllBefore: true }, DONE),

    list: async (workspaceId, { cursor, limit, ...filter }) => {
      const before = cursor === undefined ? undefined : readCursor(cursor);
      const wanted = { ...filter, workspaceId, limit: limit + 1, before };
      const rows = isSearch(wanted)
        ? await searchEntries(database.queries, wanted)
        : await selectEntries(database.queries, wanted);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        entries: page.map((row) =>
          workspaceId === null ? { ...auditEntry(row), user_id: row.workspace_id } : auditEntry(row),
        ),
        next_cursor: rows.length > limit && last !== undefined ? writeCursor(last) : null,
      };
    },

    listAcross: async (workspaceIds, { cursor, limit, ...filter }) => {
      const after = cursor === undefined ? undefined : readCursor(cursor);
      const pages = await Promise.all(
        workspaceIds.map((workspaceId) => {
          const before = after === undefined ? undefined : positionIn(workspaceId, after);
          return selectEntries(database.queries, { ...filter, workspaceId, limit: limit + 1, before });
        }),
      );
      const rows = pages.flat().sort(newestFirst);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const more = rows.length > limit && last !== undefined;
      return {
        entries: page.map(auditEntry),
        next_cursor: more ? writeCursor(last) : null,
        cursors: page.map(writeCursor),
      };
    },

    find: async (workspaceId, executionId) => {
      const row = await findByExecution(database.queries, workspaceId, executionId);
      return row === undefined ? null : auditEntry(await withItsEnd(row));
    },

    wholeId: async (workspaceId, beginning) => {
      const [id, other] = await idsBeginning(database.queries, workspaceId, beginning);
      return id !== undefined && other === undefined ? id : null;
    },

    reopen: async (workspaceId, executionId) => {
      const row = await findByExecution(database.queries, workspaceId, executionId);
      if (row === undefined || row.status !== 'running' || !isSealed(sealKey, row)) return null;
      return { entry: openEntryOf(row), subject: subjectOfRow(row), decidedBy: row.decided_by };
    },

    entryOf: async (workspaceId, executionId) => {
      const row = await findByExecution(database.queries, workspaceId, executionId);
      if (row === undefined || !isSealed(sealKey, row)) return null;
      return { entry: openEntryOf(row), subject: subjectOfRow(row) };
    },

    actorOf: async (workspaceId, executionId) => {
      const row = await findByExecution(database.queries, workspaceId, executionId);
      return row === undefined ? null : (actorOf(row)?.user_id ?? null);
    },

    instanceOf: async (workspaceId, executionId) =>
      (await findByExecution(database.queries, workspaceId, executionId))?.instance_id ?? null,

    interruptDead: async (alone = false) => {
      const now = clock();
      if (!mayJudge() && !alone) return [];
      // An instance known to be dead has no lease, however long it would have held.
      const forMs = alone ? null : deadAfterMs;
      const owners = await deadOwners(database.queries, now, instanceId, forMs);
      // Each on its own: one whose rows are still locked does not delay the others, and is tried again.
      const swept = await Promise.allSettled(
        owners.map((owner) =>
          database.transaction(async (tx) => {
            if (!(await endLease(tx, now, owner, forMs))) return [];
            return closeAll(tx, await runningOf(tx, owner));
          }),
        ),
      );
      watch.latest = clock();
      const failed = swept.find((one) => one.status === 'rejected');
      const interrupted = swept.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
      if (failed !== undefined && interrupted.length === 0) throw failed.reason;
      return interrupted;
    },
  };
}

function openEntryOf(row: AuditRow): OpenEntry {
  const {
    execution_id: executionId,
    workspace_id: workspaceId,
    seq,
    hash,
    created_at: createdAt,
    instance_id: opener,
  } = row;
  return { executionId, workspaceId, seq, hash, createdAt, instanceId: opener };
}
