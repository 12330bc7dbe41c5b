/** What is written about an execution, in the order it happens: refused, opened, started, finished. */
import { type ExecResult, LIMITS, Refusal } from '@synapse/contract';
import type { Aliases } from '../aliases/aliases.ts';
import type { Audit, AuditSubject, Ending, OpenEntry } from '../audit/audit.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Events } from '../events/events.ts';
import type { OwnFilters } from '../filters/filters.ts';
import { forgetHits, lockBucket, recordHit, retryAfterSeconds, waitForWindow } from '../limits/window-store.ts';
import type { Outputs } from '../outputs/outputs.ts';
import type { Stats } from '../stats/stats.ts';
import type { Vault } from '../vault/vault.ts';
import type { Ended } from './execution.ts';
import type { Output } from './output.ts';
import { resultOf } from './result.ts';

export interface RecorderServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly aliases: Aliases;
  readonly stats: Stats;
  readonly vault: Vault;
  readonly outputs: Outputs;
  readonly filters: OwnFilters;
  readonly events: Events;
  readonly maxReturnChars: number;
}

/** An execution that was let in: its audit entry, and its place among the thirty of this minute. */
export interface Opened extends OpenEntry {
  readonly windowHit: string;
  /** Comes when the entry is on the disk: nothing may run before. */
  readonly recorded: Promise<void>;
}

export interface Recorder {
  refused(subject: AuditSubject, refusal: Refusal): Promise<void>;
  /** Counts it among the user's thirty a minute and opens its audit entry, both or neither. */
  open(subject: AuditSubject, secretsUsed: readonly string[]): Promise<Opened>;
  started(entry: Opened, subject: AuditSubject): Promise<void>;
  finished(entry: Opened, subject: AuditSubject, output: Output, ended: Ended, raw: boolean): Promise<ExecResult>;
  /** It never ran: the entry says so, and its place is given back. Throws what prevented it. */
  notStarted(entry: Opened, subject: AuditSubject, error: unknown): Promise<never>;
}

/** The way to the target is found while the disk writes. */
const UNSYNCED = { durable: false } as const;

export function createRecorder(services: RecorderServices): Recorder {
  const { database, clock, audit, aliases, stats, vault, outputs, filters, events, maxReturnChars } = services;

  const refused: Recorder['refused'] = async (subject, refusal) => {
    await audit.refuse(subject, refusal.code);
  };

  const close = (entry: Opened, subject: AuditSubject, ending: Ending): Promise<void> =>
    database
      .transaction(async (tx) => {
        if (await audit.close(tx, entry, ending)) await stats.count(tx, subject, ending, entry.createdAt);
      })
      .then(() => announce(entry, subject, ending.status));

  const announce = ({ executionId }: OpenEntry, { userId, machine }: AuditSubject, status: string): void =>
    events.publish(userId, { type: 'execution', execution_id: executionId, status, machine });

  return {
    refused,

    open: async (subject, secretsUsed) => {
      const bucket = `exec:${subject.userId}`;
      const opened = await database.transaction(async (tx) => {
        await lockBucket(tx, database.dialect, bucket);
        const wait = await waitForWindow(tx, bucket, LIMITS.executions, clock());
        if (wait > 0) return new Refusal('exec_rate_limited', { retry_after: retryAfterSeconds(wait) });
        const windowHit = await recordHit(tx, bucket, clock());
        if (secretsUsed.length > 0) await vault.markUsed(tx, subject.userId, secretsUsed);
        return { ...(await audit.open(tx, subject)), windowHit };
      }, UNSYNCED);
      if (opened instanceof Refusal) {
        await refused(subject, opened);
        throw opened;
      }
      const recorded = database.synced();
      // A command that never came to its turn asks for it no more.
      recorded.catch(() => undefined);
      return { ...opened, recorded };
    },

    started: async (entry, subject) => {
      const { userId, alias } = subject;
      announce(entry, subject, 'running');
      if (alias !== null) await aliases.countHit(userId, alias);
    },

    finished: async (entry, subject, output, ended, raw) => {
      const stdout = output.read('stdout');
      const stderr = output.read('stderr');
      const kept = await outputs.keep(subject.userId, entry.executionId, { stdout: stdout.text, stderr: stderr.text });
      const result = resultOf({
        executionId: entry.executionId,
        machine: subject.machine,
        container: subject.container,
        commandTemplate: subject.commandTemplate,
        ended,
        durationMs: ended.durationMs,
        stdout,
        stderr,
        raw,
        ownFilters: raw ? [] : await filters.of(subject.userId),
        maxReturnChars,
        recoverable: kept,
      });
      await close(entry, subject, {
        status: ended.status,
        exitCode: ended.exitCode,
        durationMs: ended.durationMs,
        refusal: ended.lost === undefined ? null : 'execution_lost',
        stdoutBytes: stdout.bytes,
        returnedBytes: Buffer.byteLength(result.stdout),
        filter: result.filter,
        savedTokens: result.saved_tokens,
      });
      if (ended.lost !== undefined) throw new Refusal('execution_lost', { reason: ended.lost }).with(result);
      return result;
    },

    notStarted: async (entry, subject, error) => {
      const refusal = error instanceof Refusal ? error : null;
      // A defect of ours is no refusal, but the command did not run either.
      await close(entry, subject, {
        status: refusal === null ? 'interrupted' : 'refused',
        exitCode: null,
        durationMs: 0,
        refusal: refusal?.code ?? 'internal',
      });
      await forgetHits(database.queries, [entry.windowHit]);
      throw error;
    },
  };
}
