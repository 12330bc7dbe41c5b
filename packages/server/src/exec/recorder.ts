/** What is written about an execution, in the order it happens: refused, or opened, started and closed. */
import { mapWords, Refusal } from '@synapse/contract';
import type { ExecutionAdmission } from '../admission/execution-admission.ts';
import type { Aliases } from '../aliases/aliases.ts';
import type { ApprovalRow, Approvals } from '../approvals/approvals.ts';
import type { Audit, AuditSubject, Ending, OpenEntry } from '../audit/audit.ts';
import type { Database, Queries } from '../db/database.ts';
import type { Events } from '../events/events.ts';
import { newId } from '../ids.ts';
import type { Hit } from '../limits/index.ts';
import type { Stats } from '../stats/stats.ts';
import type { Vault } from '../vault/vault.ts';
import type { DoWithout } from './do-without.ts';
import { askedOf, belongsTo, type CheckedExecution, type OpenExecution } from './execution.ts';
import type { KeepJob } from './keep-job.ts';
import { keptOrder } from './order.ts';
import type { WriteLater } from './write-later.ts';

export interface RecorderServices {
  readonly database: Database;
  readonly admission: ExecutionAdmission;
  readonly audit: Audit;
  readonly aliases: Aliases;
  readonly stats: Stats;
  readonly vault: Vault;
  readonly events: Events;
  readonly approvals: Pick<Approvals, 'put' | 'refuseFull'>;
  /** A question was put. */
  readonly onAsked: (row: ApprovalRow) => void;
  /** For a command that outlives the call. A refusal where its user has too many of them. */
  readonly keepJob: KeepJob;
  readonly onJobEnded: () => void;
  readonly endJob: (tx: Queries, execution: OpenExecution, first: boolean) => Promise<void>;
  readonly writeLater: WriteLater;
  readonly doWithout: DoWithout;
}

/** Something to be written within another transaction. */
export type Write = (tx: Queries) => Promise<void>;

/** How an execution ended, for the log and for whoever watches. */
export interface Close {
  readonly ending: Ending;
  /** Why it did not run, or why its end was not heard. */
  readonly refusal: Refusal | null;
  /** Written together with the end: the output, the details of a refusal. */
  readonly keep: Write | null;
}

export interface Recorder {
  /** Counted, and written to the audit log. A user whose orders are refused too often is slowed down. */
  refused(subject: AuditSubject, refusal: Refusal): Promise<void>;
  /** Of a user's orders that were refused without being looked at, one a minute is written. */
  flooded(subject: AuditSubject, refusal: Refusal): Promise<void>;
  /** Counts it among the user's thirty a minute and opens its audit entry: both or neither. */
  open(execution: CheckedExecution): Promise<{ entry: OpenEntry; place: Hit; recorded: Promise<void> }>;
  /** The same for one that a person is asked about: its entry waits, beside the question. */
  ask(execution: CheckedExecution): Promise<OpenEntry>;
  /** Never rejects. */
  started(execution: OpenExecution): Promise<void>;
  /**
   * Closes the entry in one transaction with what is to be kept. False: that could not be kept. The entry is closed in
   * any case, now or when the database is back.
   */
  close(execution: OpenExecution, end: Close): Promise<boolean>;
}

/** Takes back all that was done in its transaction. */
class TooMany extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

export function createRecorder(services: RecorderServices): Recorder {
  const { database, admission, audit, aliases, stats, vault, events, approvals, writeLater, doWithout } = services;

  const refused: Recorder['refused'] = async (subject, refusal) => {
    const { entry, tooMany } = await database.transaction(async (tx) => {
      const tooMany = await admission.countRefused(tx, subject.userId);
      return { entry: await audit.refuse(tx, subject, refusal.code), tooMany };
    });
    audit.committed(entry);
    if (tooMany) admission.slowDown(subject.userId);
  };

  const announce = (
    { userId, machine, id }: OpenExecution,
    status: string,
    refusal: Refusal | null,
    end: { readonly exit_code?: number | null } = {},
  ): void =>
    events.publish(userId, {
      ...{ type: 'execution', execution_id: id, status, machine, ...end },
      ...(refusal === null ? {} : { refusal: refusal.worded }),
    });

  const closeEntry = async (execution: OpenExecution, { ending, refusal, keep }: Close): Promise<true> => {
    const { entry } = execution;
    const closed = await database.transaction(async (tx) => {
      const first = await audit.close(tx, entry, { ...ending, decidedBy: execution.decidedBy ?? null });
      if (first) await stats.count(tx, execution, ending, entry.createdAt);
      if (execution.job !== null) await services.endJob(tx, execution, first);
      await keep?.(tx);
      return first;
    });
    // If this instance was taken for dead, the end was announced already.
    if (closed) announce(execution, ending.status, refusal, { exit_code: ending.exitCode });
    if (closed && execution.job !== null) services.onJobEnded();
    return true;
  };

  return {
    refused,

    flooded: async (subject, refusal) => {
      const entry = await database.transaction(async (tx) =>
        (await admission.isFirstOfFlood(tx, subject.userId)) ? audit.refuse(tx, subject, refusal.code) : null,
      );
      if (entry !== null) audit.committed(entry);
    },

    open: async (execution) => {
      const { userId, secretsUsed } = execution;
      const opened = await database
        .transaction(
          async (tx) => {
            const place = await admission.takePlace(tx, { ...belongsTo(execution), source: execution.source });
            if (place instanceof Refusal) return place;
            if (secretsUsed.length > 0) await vault.markUsed(tx, userId, secretsUsed);
            const entry = await audit.open(tx, execution, { decidedBy: execution.decidedBy });
            const full = await services.keepJob(tx, execution, entry.executionId, place.at);
            // Neither its place nor its entry stays.
            if (full !== null) throw new TooMany(full);
            return { entry, place };
          },
          // The target is contacted while the disk writes.
          { durable: false },
        )
        .catch((error: unknown) => {
          if (error instanceof TooMany) return error.refusal;
          throw error;
        });
      if (opened instanceof Refusal) {
        await refused(execution, opened);
        throw opened;
      }
      audit.committed(opened.entry);
      const recorded = database.synced();
      // A command that is stopped while it waits in the queue does not need it any more.
      recorded.catch(() => undefined);
      return { ...opened, recorded };
    },

    ask: async (execution) => {
      const { userId, order, ruling } = execution;
      const approvalId = newId();
      const asked = await database.transaction(async (tx) => {
        const place = await admission.takePlace(tx, { ...belongsTo(execution), source: execution.source });
        const refusal = place instanceof Refusal ? place : await approvals.refuseFull(tx, userId);
        if (place instanceof Refusal || refusal !== null) return refusal!;
        const subject = { ...execution, approvalId };
        const entry = await audit.open(tx, subject, { status: 'pending' });
        const question = { id: approvalId, entry, place, subject, order: keptOrder(order), asked: askedOf(execution) };
        // The reason quotes the command as it was typed.
        const why = mapWords(ruling!.why, execution.vault.redactor.redactText);
        const { effects, rule, askClient } = ruling!;
        return { entry, row: await approvals.put(tx, { ...question, effects, rule, why, askClient }) };
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
      const { userId, alias } = execution;
      announce(execution, 'running', null);
      if (alias === null) return;
      await doWithout(
        writeLater('alias hit', () => aliases.countHit(userId, alias)),
        undefined,
      );
    },

    close: async (execution, end) => {
      const kept = end.keep !== null && (await doWithout(closeEntry(execution, end), false));
      // If the user was removed while the command ran, nothing of theirs is kept. Nor is output held for a database
      // that is away.
      const bare = { ...end, keep: null };
      if (!kept) await writeLater('end of a command', async () => void (await closeEntry(execution, bare)));
      return kept;
    },
  };
}
