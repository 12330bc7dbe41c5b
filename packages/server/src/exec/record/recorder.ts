/** Writes the audit entry of an execution: refused, or opened, started and closed. */

import { mapWords, Refusal, secondsOf } from '@synapse/contract';
import type { AdmittedCommand, AdmittedExecution, ExecutionAdmission } from '../../admission/execution-admission.ts';
import type { LimitedRefusals } from '../../admission/limited-refusals.ts';
import type { Aliases } from '../../aliases/aliases.ts';
import type { ApprovalRow, Approvals } from '../../approvals/approvals.ts';
import { keptOrder } from '../../approvals/kept-order.ts';
import type { Audit, AuditSubject, Ending, OpenEntry } from '../../audit/audit.ts';
import type { Database, Queries } from '../../db/database.ts';
import { missedItsRow } from '../../db/expect-row.ts';
import type { Events } from '../../events/events.ts';
import { newId } from '../../ids.ts';
import type { KeptRefusals } from '../../outputs/kept-refusals.ts';
import type { Stats } from '../../stats/stats.ts';
import type { Vault } from '../../vault/vault.ts';
import { askedOf, belongsTo, type CheckedExecution, type OpenExecution } from '../execution.ts';
import { addressOf } from '../order.ts';
import { actionOf } from '../prepare/enter-workspace.ts';
import type { KeepJob } from '../run/job-record.ts';
import { laneOf } from '../run/lane-store.ts';
import type { BestEffort } from './best-effort.ts';
import { cannotServe, mayPassLater } from './cannot-serve.ts';
import type { RecordExecutionMetrics } from './execution-metrics.ts';
import type { Idempotency } from './idempotency.ts';
import type { RetryUntilWritten } from './retry-until-written.ts';
import type { UnwrittenEnd, UnwrittenEnds } from './unwritten-ends.ts';

export interface RecorderServices {
  readonly database: Database;
  readonly admission: ExecutionAdmission;
  readonly audit: Audit;
  readonly limitedRefusals: Pick<LimitedRefusals, 'tell'>;
  readonly refusals: Pick<KeptRefusals, 'keep'>;
  readonly aliases: Aliases;
  readonly stats: Stats;
  readonly vault: Vault;
  readonly events: Events;
  readonly approvals: Pick<Approvals, 'put' | 'refuseFull'>;
  /** An entry was closed here. */
  readonly onClosed: RecordExecutionMetrics;
  /** An approval was requested. */
  readonly onAsked: (row: ApprovalRow) => void;
  readonly idempotency: Pick<Idempotency, 'claim' | 'release'>;
  /** For a command that outlives the call. A refusal where its user has too many of them. */
  readonly keepJob: KeepJob;
  readonly onJobEnded: () => void;
  readonly endJob: (tx: Queries, execution: Pick<OpenExecution, 'id' | 'workspaceId'>, first: boolean) => Promise<void>;
  readonly retryUntilWritten: RetryUntilWritten;
  readonly unwritten: UnwrittenEnds;
  readonly bestEffort: BestEffort;
}

/** Something to be written within another transaction. */
export type Write = (tx: Queries) => Promise<void>;

/** How an execution ended, for the log and for open pages. */
export interface Close {
  readonly ending: Ending;
  /** Why it did not run, or why its end was not heard. */
  readonly refusal: Refusal | null;
  /** Written together with the end: the output, the details of a refusal. */
  readonly keep: Write | null;
}

export interface Opened extends Pick<OpenExecution, 'entry' | 'rateHit' | 'epoch' | 'ahead'> {}

export interface Recorder {
  /**
   * Counts the refusal, writes it to the audit log, and keeps its reason, redacted, for later calls. A user whose orders
   * are refused too often is slowed down.
   */
  refused(subject: AuditSubject, refusal: Refusal): Promise<void>;
  /** The same for an order that was refused without being looked at: it does not slow its user down any further. */
  flooded(subject: AuditSubject, refusal: Refusal): Promise<void>;
  /** Counts it among the user's thirty a minute and opens its audit entry: both or neither. */
  open(execution: CheckedExecution): Promise<Opened>;
  /** The same for a command that needs approval: opens a pending entry and the approval. */
  ask(execution: CheckedExecution): Promise<OpenEntry>;
  /** Never rejects. */
  started(execution: OpenExecution): Promise<void>;
  /**
   * Closes the entry in one transaction with what is to be kept. The entry is closed in any case, now or when the
   * database is back.
   */
  close(execution: OpenExecution, end: Close): Promise<Closed>;
  /** Writes the ends that an earlier process with this data directory could not write. */
  writeLeftEnds(): Promise<void>;
}

export interface Closed {
  /** The output was stored. */
  readonly kept: boolean;
  /** The end is in the database, or on the disk of this instance: it may be reported. */
  readonly recorded: boolean;
}

/** Rolls back the transaction. */
class TooMany extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** Whose limits and keys it counts for: in a crew, those of who gave the order. */
const whose = ({ workspaceId, actor }: Pick<AuditSubject, 'workspaceId' | 'actor'>): string =>
  actor?.user_id ?? workspaceId;

const admittedCommand = (execution: CheckedExecution): AdmittedCommand => ({
  ...belongsTo(execution),
  source: execution.order.source,
  action: actionOf(execution.order),
});

export function createRecorder(services: RecorderServices): Recorder {
  const { database, admission, audit, aliases, stats, vault, events, approvals, retryUntilWritten, bestEffort } =
    services;
  const { idempotency, limitedRefusals, unwritten } = services;

  /** Refusals by the rate limit are limited to ten entries a minute. */
  const tell = (tx: Queries, subject: AuditSubject, { code }: Refusal): Promise<OpenEntry | null> =>
    code === 'exec_rate_limited' ? limitedRefusals.tell(tx, subject, code) : audit.refuse(tx, subject, code);

  const refused: Recorder['refused'] = async (subject, refusal) => {
    const { entry, tooMany } = await database.transaction(async (tx) => {
      const tooMany = await admission.countRefused(tx, whose(subject));
      const entry = await tell(tx, subject, refusal);
      if (entry !== null) await services.refusals.keep(subject.workspaceId, entry.executionId, refusal)(tx);
      return { entry, tooMany };
    });
    if (entry !== null) audit.committed(entry);
    // There is no execution to follow, but a line in the log.
    if (entry !== null) events.changed(subject.workspaceId);
    if (tooMany) admission.slowDown(whose(subject));
  };

  const announce = (
    { workspaceId, machine, id, order }: OpenExecution,
    status: string,
    refusal: Refusal | null,
    end: { readonly exit_code?: number | null } = {},
  ): void => {
    const event = {
      type: 'execution',
      execution_id: id,
      status,
      ...end,
      ...(refusal === null ? {} : { refusal: refusal.worded }),
    } as const;
    events.publish(workspaceId, { ...event, machine });
    if (order.actor !== undefined) events.publish(order.actor.id, { ...event, machine: addressOf(order, machine) });
  };

  /** A key is kept for an execution that ran, or whose refusal is final. */
  const releaseKey = async (tx: Queries, userId: string, executionId: string, { status, refusal }: Ending) => {
    if (status === 'refused' && mayPassLater(refusal)) await idempotency.release(tx, userId, executionId);
  };

  /** In one round trip, which says itself whether the entry was still open. Null: it was not, or that matters more. */
  const closeAtOnce = async (execution: OpenExecution, ending: Ending, keep: Write | null) => {
    if (!database.shared || execution.job !== null) return null;
    try {
      await database.transaction(async (tx) => {
        audit.closeOrFail(tx, execution.entry, ending);
        stats.count(tx, execution, ending, execution.entry.createdAt);
        await releaseKey(tx, whose(execution), execution.id, ending);
        await keep?.(tx);
      });
    } catch (error) {
      if (missedItsRow(error)) return null;
      throw error;
    }
    return { first: true, late: null };
  };

  const closeEntry = async (execution: OpenExecution, close: Close): Promise<true> => {
    const { entry } = execution;
    const { ending, refusal, keep } = close;
    const end: Ending = { ...ending, decidedBy: execution.decidedBy ?? null };
    const closed =
      (await closeAtOnce(execution, end, keep)) ??
      (await database.transaction(async (tx) => {
        const first = await audit.close(tx, entry, end);
        if (first) stats.count(tx, execution, ending, entry.createdAt);
        if (first) await releaseKey(tx, whose(execution), execution.id, ending);
        // Another instance closed the entry, taking this one for dead: reconcile it with the real end.
        const late = first ? null : await audit.reconcile(tx, entry, end);
        if (execution.job !== null) await services.endJob(tx, execution, first);
        await keep?.(tx);
        return { first, late };
      }));
    if (closed.late !== null) audit.committed(closed.late);
    if (closed.first || closed.late !== null) {
      announce(execution, ending.status, refusal, { exit_code: ending.exitCode });
      services.onClosed(execution, { ending, refusal });
      if (execution.job !== null) services.onJobEnded();
    }
    return true;
  };

  /** An end that an earlier process reported. Another instance may have closed its entry as interrupted since. */
  const closeLeft = async ({ workspaceId, executionId, ending, job }: UnwrittenEnd): Promise<void> => {
    const known = await audit.entryOf(workspaceId, executionId);
    // Not ours any more: moved to the archive, or never written.
    if (known === null) return;
    const { entry, subject } = known;
    const late = await database.transaction(async (tx) => {
      const first = await audit.close(tx, entry, ending);
      if (first) stats.count(tx, subject, ending, entry.createdAt);
      if (first) await releaseKey(tx, whose(subject), executionId, ending);
      if (job) await services.endJob(tx, { id: executionId, workspaceId }, first);
      return first ? null : audit.reconcile(tx, entry, ending);
    });
    if (late !== null) audit.committed(late);
    events.changed(workspaceId);
  };

  /**
   * The database did not answer while the entry was opened, so it may be there. Nothing was started: the entry is closed
   * as soon as the database answers.
   */
  const withdraw = (execution: CheckedExecution, entry: OpenEntry, admitted: AdmittedExecution, why: Refusal): void => {
    const ending: Ending = { status: 'refused', exitCode: null, durationMs: 0, refusal: why.code };
    const work = async (): Promise<void> => {
      const closed = await database.transaction(async (tx) => {
        const first = await audit.close(tx, entry, ending);
        if (first) await releaseKey(tx, whose(execution), entry.executionId, ending);
        return first;
      });
      if (closed) await admission.release(admitted.hit);
    };
    void bestEffort(retryUntilWritten('a command that was not started', work), undefined);
  };

  return {
    refused,

    flooded: async (subject, refusal) => {
      const entry = await database.transaction((tx) => tell(tx, subject, refusal));
      if (entry !== null) audit.committed(entry);
    },

    open: async (execution) => {
      const { workspaceId, secretsUsed } = execution;
      let written: { entry: OpenEntry; admitted: AdmittedExecution } | null = null;
      const opening = database.transaction(async (tx) => {
        // Two round trips: one to read, one to write.
        const admitting = admission.admit(tx, admittedCommand(execution));
        const chain = audit.holdChain(tx, workspaceId);
        const admitted = await admitting;
        if (admitted instanceof Refusal) return admitted;
        vault.markUsed(tx, workspaceId, secretsUsed);
        const { decidedBy } = execution;
        const entry = await audit.open(tx, execution, { decidedBy, lane: laneOf(execution), chain });
        const full = await services.keepJob(tx, execution, entry.executionId, admitted.hit.at);
        // Rolls back the rate limit hit and the entry.
        if (full !== null) throw new TooMany(full);
        await idempotency.claim(tx, execution.order, entry.executionId);
        written = { entry, admitted };
        return written;
      });
      const opened = await opening.catch((error: unknown) => {
        if (error instanceof TooMany) return error.refusal;
        if (written !== null && error instanceof Refusal && cannotServe(error))
          withdraw(execution, written.entry, written.admitted, error);
        throw error;
      });
      if (opened instanceof Refusal) {
        await refused(execution, opened);
        throw opened;
      }
      const { hit, epoch, ahead } = opened.admitted;
      audit.committed(opened.entry);
      return { entry: opened.entry, rateHit: hit, epoch, ahead };
    },

    ask: async (execution) => {
      const { order, policyDecision } = execution;
      const approvalId = newId();
      const asked = await database.transaction(async (tx) => {
        const admitted = await admission.admit(tx, admittedCommand(execution));
        const refusal = admitted instanceof Refusal ? admitted : await approvals.refuseFull(tx, whose(execution));
        if (admitted instanceof Refusal || refusal !== null) return refusal!;
        const subject = { ...execution, approvalId };
        const entry = await audit.open(tx, subject, { status: 'pending' });
        await idempotency.claim(tx, order, entry.executionId);
        const approval = {
          id: approvalId,
          entry,
          rateHit: admitted.hit,
          subject,
          order: keptOrder(order),
          asked: askedOf(execution),
          shown: {
            file: execution.preview?.shown ?? null,
            timeout_seconds: secondsOf(order.request),
            detach: order.request.detach ?? false,
            machines: order.together === undefined ? null : [...order.together],
          },
        };
        // The reason quotes the command as it was typed.
        const why = mapWords(policyDecision!.why, execution.vault.redactor.redactText);
        const { effects, rule, askClient, decider, approvals: needed } = policyDecision!;
        const inClient = askClient && !execution.preview && execution.order.request.stdin === undefined;
        return {
          entry,
          row: await approvals.put(tx, {
            ...approval,
            effects,
            rule,
            why,
            askClient: inClient,
            decider,
            approvals: needed,
          }),
        };
      });
      if (asked instanceof Refusal) {
        await refused(execution, asked);
        throw asked;
      }
      audit.committed(asked.entry);
      services.onAsked(asked.row);
      return asked.entry;
    },

    started: async (execution) => {
      const { workspaceId, alias, order } = execution;
      announce(execution, 'running', null);
      if (alias === null) return;
      await bestEffort(
        retryUntilWritten('alias hit', () => aliases.countHit(workspaceId, alias, order.actor?.id)),
        undefined,
      );
    },

    close: async (execution, end) => {
      let [tried, kept] = [end.keep === null, false];
      const write = async (): Promise<void> => {
        if (!tried) {
          tried = true;
          const whole = closeEntry(execution, end);
          const failure = await whole.then(
            () => null,
            (error: unknown) => error,
          );
          // Output is not held for a database that is away.
          if (cannotServe(failure)) throw failure;
          kept = await bestEffort(whole, false);
          if (kept) return;
        }
        // If the user was removed while the command ran, nothing of theirs is kept.
        await closeEntry(execution, { ...end, keep: null });
      };
      const { workspaceId, id: executionId, job } = execution;
      const ending: Ending = { ...end.ending, decidedBy: execution.decidedBy ?? null };
      const recorded = await retryUntilWritten('end of a command', write, {
        keep: () => unwritten.keep({ workspaceId, executionId, ending, job: job !== null }),
        drop: () => unwritten.drop(executionId),
      });
      return { kept, recorded };
    },

    writeLeftEnds: async () => {
      for (const end of await unwritten.list()) {
        const write = async (): Promise<void> => {
          await closeLeft(end);
          await unwritten.drop(end.executionId);
        };
        await bestEffort(retryUntilWritten('end that was left unwritten', write), false);
      }
    },
  };
}
