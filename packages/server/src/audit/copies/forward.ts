/**
 * Entries of the audit log, elsewhere, as they are sealed. How far each receiver has the log is in the database: of every
 * chain the number of the last entry. So nothing is left out after a restart or while a receiver is away, and one
 * instance at a time forwards to it. An entry that was open when it was sent is sent again when it has ended. After a crash
 * the last lines may come twice: `hash` and `status` tell.
 */
import { createHash } from 'node:crypto';
import type { AuditEntry } from '@synapse/contract';
import type { Logger } from 'pino';
import { backoff } from '../../background/backoff.ts';
import { pause, within } from '../../background/wait.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { WorkspaceId } from '../../ids.ts';
import { type AuditRow, chainPage } from '../audit-store.ts';
import { auditEntry } from '../entry.ts';
import type { CopyState } from './checkpoint-copies.ts';
import type { CopyTarget } from './copy-target.ts';
import {
  beginAtHeads,
  chainsBehind,
  claimTarget,
  endedSince,
  markEnded,
  markForwarded,
  releaseTarget,
} from './forward-store.ts';

/** An entry as receivers get it. */
type ForwardedEntry = AuditEntry & {
  readonly seq: number;
  readonly workspace_id: string;
  readonly username: string | null;
};

export interface ForwardTarget extends CopyTarget {
  readonly url: string;
}

export interface ForwardParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly instanceId: string;
  readonly log: Logger;
  readonly targets: readonly ForwardTarget[];
  readonly count: (outcome: 'sent' | 'failed') => void;
  /** Redacts entries with the vault of their user: what has become secret since leaves the service under its name. */
  readonly show: (workspaceId: WorkspaceId, entries: readonly AuditEntry[]) => Promise<readonly AuditEntry[]>;
  readonly everyMs?: number;
}

export interface AuditForward {
  states(): CopyState[];
  stop(): Promise<void>;
}

const EVERY_MS = 1_000;
/** The longest pause before an entry is sent again. */
const PAUSE_MAX_MS = 10_000;
/** Longer than one line may take. An instance that died, or could not give its claim back, is waited for so long. */
const CLAIM_MS = 20_000;
const PAGE = 100;
const LAST_MS = 2_000;

export function startAuditForward({ targets, ...parts }: ForwardParts): AuditForward {
  const forwards = targets.map((target) => startTarget(target, parts));
  return {
    states: () => forwards.map((forward) => forward.state()),
    stop: async () => {
      await Promise.all(forwards.map((forward) => forward.stop()));
    },
  };
}

function startTarget(target: ForwardTarget, parts: Omit<ForwardParts, 'targets'>) {
  const { database, clock, instanceId, log, count, show, everyMs = EVERY_MS } = parts;
  const { queries } = database;
  // An address may hold a secret, so the database knows only its digest.
  const key = createHash('sha256').update(target.url).digest('hex');
  const stopping = new AbortController();
  let problem: string | null = null;
  let waiting = 0;
  let claimedAt = 0;
  let closed = false;

  /** How many of them were taken, in their order. The others have to be sent again. */
  const send = async (rows: readonly AuditRow[], username: string | null): Promise<number> => {
    const shown = await show(rows[0]!.workspace_id, rows.map(auditEntry));
    waiting = rows.length;
    for (const [at, row] of rows.entries()) {
      const entry: ForwardedEntry = { seq: row.seq, workspace_id: row.workspace_id, username, ...shown[at]! };
      const failed = closed ? 'stopped' : await target.send(JSON.stringify(entry));
      if (closed) return at;
      count(failed === null ? 'sent' : 'failed');
      if (failed !== null) {
        if (problem === null) log.warn({ to: target.name, reason: failed }, 'audit entry not forwarded');
        problem = failed;
        return at;
      }
      if (problem !== null) log.info({ to: target.name }, 'audit forwarding recovered');
      problem = null;
      waiting -= 1;
      if (clock() - claimedAt > CLAIM_MS / 2) await claim();
    }
    return rows.length;
  };

  const claim = (): Promise<boolean> =>
    database.transaction(async (tx) => {
      const now = clock();
      const claimed = await claimTarget(tx, key, instanceId, now, now + CLAIM_MS);
      if (claimed?.isNew === true) await beginAtHeads(tx, key);
      if (claimed !== null) claimedAt = now;
      return claimed !== null;
    });

  /** False: nothing is left, or the receiver does not take it. */
  const forwardSome = async (): Promise<boolean> => {
    if (!(await claim())) {
      waiting = 0;
      problem = null;
      return false;
    }
    let any = false;
    for (const { username, ...row } of await endedSince(queries, key, PAGE)) {
      if ((await send([row], username)) === 0) return false;
      await markEnded(queries, key, row.execution_id);
      any = true;
    }
    for (const { workspace_id, username, after } of await chainsBehind(queries, key, PAGE)) {
      const rows = await chainPage(queries, workspace_id, after, PAGE);
      if (rows.length === 0) continue;
      const sent = rows.slice(0, await send(rows, username));
      if (sent.length > 0) await database.transaction((tx) => markForwarded(tx, key, sent));
      if (sent.length < rows.length) return false;
      any = true;
    }
    return any;
  };

  const work = async (): Promise<void> => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      const more = await forwardSome().catch((error: unknown) => {
        log.warn({ err: error }, 'forwarding the audit log failed');
        return false;
      });
      if (more) continue;
      failures = problem === null ? 0 : failures + 1;
      await pause(backoff({ firstMs: everyMs, mostMs: PAUSE_MAX_MS }, failures), stopping.signal);
    }
    // What was sealed until now, as far as it is taken.
    while (problem === null && (await forwardSome().catch(() => false)));
    await releaseTarget(queries, key, instanceId).catch(() => undefined);
  };
  const working = work();

  return {
    state: (): CopyState => ({ to: target.name, waiting, problem }),
    stop: async (): Promise<void> => {
      stopping.abort();
      await within(working, LAST_MS);
      closed = true;
      target.close();
    },
  };
}
