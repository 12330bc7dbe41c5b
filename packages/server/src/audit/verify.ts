/** Walks the whole log and names every place where it is not what was written. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { type AuditRow, chainOwners, chainPage, heads } from './audit-store.ts';
import { closingSeal, GENESIS, openingHash, sameBytes } from './chain.ts';
import type { Checkpoint, Checkpoints } from './checkpoints.ts';

export interface Finding {
  readonly user_id: string;
  readonly seq: number;
  readonly execution_id: string | null;
  readonly problem:
    | 'changed'
    | 'removed'
    | 'inserted'
    | 'closing_changed'
    | 'truncated'
    | 'checkpoint_differs'
    | 'not_closed';
}

export interface Verdict {
  readonly intact: boolean;
  readonly entries: number;
  readonly users: number;
  readonly checkpoints: number;
  readonly findings: readonly Finding[];
}

export interface VerifyOptions {
  readonly sealKey: Buffer;
  /** Only this user's chain; null: all. */
  readonly userId: string | null;
  readonly checkpoints: readonly Checkpoint[];
  readonly now: number;
  readonly onProgress?: (entries: number) => void;
}

/** Verifies one user's chain, or every one. */
export type VerifyChain = (userId: string | null) => Promise<Verdict>;

export function createVerifyChain(
  database: Database,
  clock: Clock,
  sealKey: Buffer,
  checkpoints: Checkpoints,
): VerifyChain {
  return (userId) => verifyAudit(database, { sealKey, userId, checkpoints: checkpoints.read().valid, now: clock() });
}

const PAGE = 1_000;
const FINDINGS_MAX = 100;
/** No command may run this long: an entry still open after it was never closed. */
const OPEN_MAX_MS = 3600_000;

export async function verifyAudit(database: Database, options: VerifyOptions): Promise<Verdict> {
  const findings: Finding[] = [];
  const owners = options.userId === null ? await everyOwner(database, options.checkpoints) : [options.userId];
  const ends = new Map((await heads(database.queries)).map((head) => [head.user_id, head]));
  let entries = 0;
  let checkpoints = 0;
  for (const userId of owners) {
    const marks = options.checkpoints.filter((mark) => mark.user_id === userId);
    checkpoints += marks.length;
    const walked = await walk(database, userId, marks, options, findings, (count) => {
      entries += count;
      options.onProgress?.(entries);
    });
    const end = ends.get(userId);
    if (end !== undefined && (end.seq !== walked.seq || !end.hash.equals(walked.hash))) {
      note(findings, { user_id: userId, seq: walked.seq, execution_id: null, problem: 'truncated' });
    }
    for (const mark of marks.filter((mark) => mark.seq > walked.seq)) {
      note(findings, { user_id: userId, seq: mark.seq, execution_id: null, problem: 'truncated' });
    }
  }
  return { intact: findings.length === 0, entries, users: owners.length, checkpoints, findings };
}

/** Also whom only a checkpoint remembers: a chain that was removed whole leaves nothing else. */
async function everyOwner(database: Database, checkpoints: readonly Checkpoint[]): Promise<string[]> {
  return [...new Set([...(await chainOwners(database.queries)), ...checkpoints.map(({ user_id }) => user_id)])];
}

async function walk(
  database: Database,
  userId: string,
  marks: readonly Checkpoint[],
  options: Pick<VerifyOptions, 'sealKey' | 'now'>,
  findings: Finding[],
  count: (entries: number) => void,
): Promise<{ seq: number; hash: Buffer }> {
  const sealKey = createSecretKey(options.sealKey);
  const marked = Map.groupBy(marks, ({ seq }) => seq);
  let previous: { seq: number; hash: Buffer } = { seq: 0, hash: GENESIS };
  for (let page = await chainPage(database.queries, userId, 0, PAGE); page.length > 0; ) {
    for (const row of page) {
      for (const problem of problemsOf(row, previous, sealKey, options.now)) {
        note(findings, { user_id: userId, seq: row.seq, execution_id: row.execution_id, problem });
      }
      const hash = row.hash.toString('hex');
      if (marked.get(row.seq)?.some((mark) => mark.hash !== hash)) {
        note(findings, {
          user_id: userId,
          seq: row.seq,
          execution_id: row.execution_id,
          problem: 'checkpoint_differs',
        });
      }
      previous = { seq: row.seq, hash: row.hash };
    }
    count(page.length);
    page = await chainPage(database.queries, userId, previous.seq, PAGE);
  }
  return previous;
}

function problemsOf(
  row: AuditRow,
  previous: { seq: number; hash: Buffer },
  sealKey: KeyObject,
  now: number,
): Finding['problem'][] {
  const problems: Finding['problem'][] = [];
  if (row.seq !== previous.seq + 1) problems.push('removed');
  else if (!row.prev_hash.equals(previous.hash)) problems.push('inserted');
  if (!openingHash(row, row.prev_hash).equals(row.hash)) problems.push('changed');
  if (!sameBytes(row.seal, closingSeal(sealKey, row.hash, row))) problems.push('closing_changed');
  else if (row.status === 'running' && now - row.created_at > OPEN_MAX_MS) problems.push('not_closed');
  return problems;
}

function note(findings: Finding[], finding: Finding): void {
  if (findings.length < FINDINGS_MAX) findings.push(finding);
}
