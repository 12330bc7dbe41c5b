/** What is written about an execution, in the order it happens: refused, opened, started, finished. */
import { LIMITS, Refusal } from '@synapse/contract';
import type { Logger } from 'pino';
import type { Aliases } from '../aliases/aliases.ts';
import type { Audit, AuditSubject, Ending, OpenEntry } from '../audit/audit.ts';
import { isActiveUser } from '../auth/users.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import type { Events } from '../events/events.ts';
import type { OwnFilters } from '../filters/filters.ts';
import { forgetHits, type Hit, lockWindow, recordHit, retryAfterSeconds, waitForWindow } from '../limits/index.ts';
import type { KeptRefusals } from '../outputs/kept-refusals.ts';
import type { Outputs } from '../outputs/outputs.ts';
import type { Stats } from '../stats/stats.ts';
import type { TextWork } from '../text-work/text-work.ts';
import type { Vault } from '../vault/vault.ts';
import type { Ended } from './execution.ts';
import type { Output } from './output.ts';
import type { RedactedResult } from './redacted-result.ts';
import type { RefusalPace } from './refusal-pace.ts';
import { resultOf } from './result.ts';
import type { WriteLater } from './write-later.ts';

export interface RecorderServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly aliases: Aliases;
  readonly stats: Stats;
  readonly vault: Vault;
  readonly outputs: Outputs;
  readonly refusals: KeptRefusals;
  readonly filters: OwnFilters;
  readonly textWork: Pick<TextWork, 'compact'>;
  readonly events: Events;
  readonly refusalPace: Pick<RefusalPace, 'slowDown'>;
  readonly maxReturnChars: number;
  readonly writeLater: WriteLater;
  readonly log: Logger;
}

/** An execution that was let in: its audit entry, and its place among the thirty of this minute. */
export interface Opened extends OpenEntry {
  readonly windowHit: Hit;
  /** Comes when the entry is on the disk: nothing may run before. */
  readonly recorded: Promise<void>;
}

export interface Recorder {
  /** Counted, and written to the audit log; whose orders are refused too often is slowed down. */
  refused(subject: AuditSubject, refusal: Refusal): Promise<void>;
  /** Of a user's orders that were not even looked at, one a minute is written. */
  flooded(userId: string, refusal: Refusal, subject: () => Promise<AuditSubject>): Promise<void>;
  /** Counts it among the user's thirty a minute and opens its audit entry, both or neither. */
  open(subject: AuditSubject, secretsUsed: readonly string[]): Promise<Opened>;
  /** Never rejects. */
  started(entry: Opened, subject: AuditSubject): Promise<void>;
  /** Whatever goes wrong here, the command has run: its entry is closed, now or when the database is back. */
  finished(entry: Opened, subject: AuditSubject, output: Output, ended: Ended, raw: boolean): Promise<RedactedResult>;
  /** It never ran: the entry says so, and its place is given back. Of a defect of ours nobody knows. Throws the refusal. */
  notStarted(entry: Opened, subject: AuditSubject, refusal: Refusal): Promise<never>;
}

/** What is written in a transaction of somebody else's. */
type Write = (tx: Queries) => Promise<void>;

function both(first: Write | null, second: Write | null): Write | null {
  if (first === null || second === null) return first ?? second;
  return async (tx) => {
    await first(tx);
    await second(tx);
  };
}
const ONE_A_MINUTE = { max: 1, windowMs: LIMITS.refusedExecutions.windowMs };

/** The way to the target is found while the disk writes. */
const UNSYNCED = { durable: false } as const;

export function createRecorder(services: RecorderServices): Recorder {
  const { database, clock, audit, aliases, stats, vault, outputs, refusals, filters, events, maxReturnChars } =
    services;
  const { writeLater, log, textWork, refusalPace } = services;

  const refused: Recorder['refused'] = async (subject, refusal) => {
    const bucket = `refused:${subject.userId}`;
    const { entry, wait } = await database.transaction(async (tx) => {
      await lockWindow(tx, database.dialect, bucket);
      await recordHit(tx, bucket, LIMITS.refusedExecutions, clock());
      const wait = await waitForWindow(tx, bucket, LIMITS.refusedExecutions, clock());
      return { entry: await audit.refuse(tx, subject, refusal.code), wait };
    });
    audit.committed(entry);
    if (wait > 0) refusalPace.slowDown(subject.userId);
  };

  const flooded: Recorder['flooded'] = async (userId, refusal, subjectOf) => {
    const bucket = `flooded:${userId}`;
    if ((await waitForWindow(database.queries, bucket, ONE_A_MINUTE, clock())) > 0) return;
    const subject = await subjectOf();
    const entry = await database.transaction(async (tx) => {
      await lockWindow(tx, database.dialect, bucket);
      if ((await waitForWindow(tx, bucket, ONE_A_MINUTE, clock())) > 0) return null;
      await recordHit(tx, bucket, ONE_A_MINUTE, clock());
      return audit.refuse(tx, subject, refusal.code);
    });
    if (entry !== null) audit.committed(entry);
  };

  const close = async (
    entry: Opened,
    subject: AuditSubject,
    ending: Ending,
    refusal: Refusal | null,
    also?: Write,
  ): Promise<true> => {
    const closed = await database.transaction(async (tx) => {
      const first = await audit.close(tx, entry, ending);
      if (first) await stats.count(tx, subject, ending, entry.createdAt);
      await also?.(tx);
      return first;
    });
    // An instance that was taken for dead has been told of already.
    if (closed) announce(entry, subject, ending.status, refusal);
    return true;
  };

  /** What can be done without. */
  const orElse = async <T>(work: Promise<T>, instead: T): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      log.warn({ err: error }, 'a command is answered without something of it');
      return instead;
    }
  };

  /** In one transaction with the output, if that can be kept; false: it is not. The entry is closed all the same. */
  const closeKeeping = async (
    entry: Opened,
    subject: AuditSubject,
    ending: Ending,
    refusal: Refusal | null,
    keep: Write | null,
  ): Promise<boolean> => {
    const kept = keep !== null && (await orElse(close(entry, subject, ending, refusal, keep), false));
    // Where the user was removed while the command ran nothing of theirs is kept any more. Nor is an output held for a
    // database that is away.
    if (!kept) await writeLater('end of a command', async () => void (await close(entry, subject, ending, refusal)));
    return kept;
  };

  const announce = (
    { executionId }: OpenEntry,
    { userId, machine }: AuditSubject,
    status: string,
    refusal: Refusal | null,
  ): void =>
    events.publish(userId, {
      ...{ type: 'execution', execution_id: executionId, status, machine },
      ...(refusal === null ? {} : { refusal: refusal.worded }),
    });

  return {
    refused,

    flooded,

    open: async (subject, secretsUsed) => {
      const bucket = `exec:${subject.userId}`;
      const opened = await database.transaction(async (tx) => {
        await lockWindow(tx, database.dialect, bucket);
        // Shut out since the call came in: nothing may start any more.
        if (!(await isActiveUser(tx, database.dialect, subject.userId))) {
          return new Refusal(subject.source === 'mcp' ? 'token_revoked' : 'session_invalid');
        }
        const wait = await waitForWindow(tx, bucket, LIMITS.executions, clock());
        if (wait > 0) return new Refusal('exec_rate_limited', { retry_after: retryAfterSeconds(wait) });
        const windowHit = await recordHit(tx, bucket, LIMITS.executions, clock());
        if (secretsUsed.length > 0) await vault.markUsed(tx, subject.userId, secretsUsed);
        return { ...(await audit.open(tx, subject)), windowHit };
      }, UNSYNCED);
      if (opened instanceof Refusal) {
        await refused(subject, opened);
        throw opened;
      }
      audit.committed(opened);
      const recorded = database.synced();
      // A command that never came to its turn asks for it no more.
      recorded.catch(() => undefined);
      return { ...opened, recorded };
    },

    started: async (entry, subject) => {
      const { userId, alias } = subject;
      announce(entry, subject, 'running', null);
      if (alias === null) return;
      await orElse(
        writeLater('alias hit', () => aliases.countHit(userId, alias)),
        undefined,
      );
    },

    finished: async (entry, subject, output, ended, raw) => {
      const { stdout, stderr, redactor } = await output.collectWhole();
      // Nothing printed is nothing to filter.
      const ownFilters = raw || stdout.text === '' ? '' : await orElse(filters.rulesOf(subject.userId), '');
      const answer = (recoverable: boolean): Promise<RedactedResult> => {
        const input = {
          userId: subject.userId,
          executionId: entry.executionId,
          machine: subject.machine,
          container: subject.container,
          commandTemplate: subject.commandTemplate,
          ended,
          durationMs: ended.durationMs,
          stdout,
          stderr,
          raw,
          ownFilters,
          maxReturnChars,
          recoverable,
          redactor,
        };
        return resultOf(input, textWork.compact);
      };
      const texts = { stdout: stdout.text, stderr: stderr.text };
      const keep = await orElse(outputs.keep(subject.userId, entry.executionId, texts), null);
      const result = await answer(keep !== null);
      const ending: Ending = {
        status: ended.status,
        exitCode: ended.exitCode,
        durationMs: ended.durationMs,
        refusal: ended.lost === undefined ? null : 'execution_lost',
        stdoutBytes: stdout.bytes,
        returnedBytes: Buffer.byteLength(result.stdout),
        filter: result.filter,
        savedTokens: result.saved_tokens,
      };
      const lost = ended.lost === undefined ? null : new Refusal('execution_lost', { reason: ended.lost });
      const keepWhy = lost === null ? null : refusals.keep(subject.userId, entry.executionId, lost);
      const kept = await closeKeeping(entry, subject, ending, lost, both(keep, keepWhy));
      const final = kept || keep === null ? result : await answer(false);
      if (lost !== null) throw lost.with(final);
      return final;
    },

    notStarted: async (entry, subject, refusal) => {
      // After a defect of ours nobody knows whether the command ran, so its place stays taken.
      const isDefect = refusal.code === 'internal';
      const status = isDefect ? 'interrupted' : 'refused';
      const ending: Ending = { status, exitCode: null, durationMs: 0, refusal: refusal.code };
      const keepWhy = refusals.keep(subject.userId, entry.executionId, refusal);
      await closeKeeping(entry, subject, ending, refusal, keepWhy);
      if (!isDefect) await writeLater('place of a command', () => forgetHits(database, [entry.windowHit]));
      throw refusal;
    },
  };
}
