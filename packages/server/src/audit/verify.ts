/** Walks the whole log and reports every place that is not as it was written. It also reports what cannot be known. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import type { Archive } from './archive/archive.ts';
import { cutOwners } from './archive/cut-store.ts';
import { type ArchiveUnknown, type CutProblem, hasMoved, verifyCuts } from './archive/verify-cuts.ts';
import { type AuditRow, chainOwners, chainPage, findHead, isGuarded, nameOf } from './audit-store.ts';
import { type ChainPosition, headSeal, isSealed, type LinkProblem, linkProblem, sameBytes } from './chain.ts';
import type { Checkpoint } from './checkpoint-line.ts';
import type { CheckpointKeys, Checkpoints } from './checkpoints.ts';
import { erasedUpTo, type OpeningProblem, openingProblem } from './erasure.ts';
import type { KnownEnds } from './known-ends.ts';
import { lostKeyMark } from './lost-key-store.ts';
import { type CheckpointProblem, type Unknown, weighCheckpoints } from './weigh-checkpoints.ts';

export interface Finding {
  /** Null for what concerns the log as a whole. */
  readonly workspace_id: string | null;
  readonly seq: number | null;
  readonly execution_id: string | null;
  readonly problem:
    | OpeningProblem
    | LinkProblem
    | 'closing_changed'
    | 'truncated'
    | 'checkpoint_differs'
    | 'not_closed'
    | 'head_changed'
    | 'user_renamed'
    | 'guards_removed'
    | CheckpointProblem
    | CutProblem;
}

export interface Verdict {
  /** `unknown`: nothing wrong was found, but there is nothing here that would reveal a cut tail. */
  readonly state: 'intact' | 'damaged' | 'unknown';
  readonly intact: boolean;
  readonly entries: number;
  /** How many more are in the archive. */
  readonly archived: number;
  /** How many have lost the text of their command by an erasure. They are no damage. */
  readonly erased: number;
  readonly users: number;
  readonly checkpoints: number;
  readonly findings: readonly Finding[];
  /** Why the state is not known. */
  readonly unknown: readonly (Unknown | ArchiveUnknown | 'key_lost')[];
}

export interface VerifyOptions {
  readonly keys: CheckpointKeys;
  /** Only this user's chain; null: all. */
  readonly workspaceId: WorkspaceId | null;
  readonly checkpoints: Checkpoints;
  readonly archive: Archive;
  /** What the running service itself has written. Without a running service, what the files say. */
  readonly ends?: KnownEnds | undefined;
  readonly now: number;
  readonly onProgress?: (entries: number) => void;
}

/** Read at once: takes a few milliseconds even if every command is as long as allowed. */
const PAGE = 50;
/** Checked at once; others are served in between. */
const TURN_MS = 5;
const FINDINGS_MAX = 100;
/** No command may run this long. An entry that is still open after it was never closed. */
const OPEN_MAX_MS = 3600_000;
/** Nor may a person be waited for longer than this. */
const ASKED_MAX_MS = 24 * 3600_000;
const OPEN = new Set(['running', 'pending']);

const openMaxMs = ({ approval_id }: AuditRow): number =>
  approval_id === null ? OPEN_MAX_MS : OPEN_MAX_MS + ASKED_MAX_MS;

export async function verifyAudit(database: Database, options: VerifyOptions): Promise<Verdict> {
  const { checkpoints, ends, workspaceId } = options;
  const sealKey = createSecretKey(options.keys.auditSeals);
  const findings: Finding[] = [];
  // Marks are read before entries, so what is marked must be there. Ours first, because they are about to go into the
  // file.
  const ownMarks = knownMarks(ends);
  const state = await checkpoints.state();
  const weighed = weighCheckpoints(state, sealKey, database);
  for (const problem of weighed.problems)
    note(findings, { workspace_id: null, seq: null, execution_id: null, problem });
  if (!(await isGuarded(database.queries))) {
    note(findings, { workspace_id: null, seq: null, execution_id: null, problem: 'guards_removed' });
  }
  const marks = [...(state.reading?.marks ?? []), ...ownMarks];
  const owners = workspaceId === null ? await everyOwner(database, marks) : [workspaceId];
  const sealed = !weighed.unknown.includes('not_sealed_yet');
  const marksOf = Map.groupBy(marks, ({ workspace_id }) => workspace_id);
  let [entries, archived, erased] = [0, 0, 0];
  // A running service knows what it wrote. If it cannot write its marks, it says so.
  const unknown: Verdict['unknown'][number][] = ends === undefined ? [...weighed.unknown] : [];
  for (const owner of owners) {
    const walk = { database, workspaceId: owner, archive: options.archive, sealKey, sealed, now: options.now };
    const looked = await verifyOwner(walk, marksOf.get(owner) ?? [], (count) => options.onProgress?.(entries + count));
    for (const finding of looked.findings) note(findings, finding);
    for (const why of looked.unknown) if (!unknown.includes(why)) unknown.push(why);
    entries += looked.entries;
    archived += looked.archived;
    erased += looked.erased;
  }
  if (checkpoints.problem() !== null) unknown.push('checkpoints_not_written');
  const verdict = findings.length > 0 ? 'damaged' : unknown.length > 0 && entries + archived > 0 ? 'unknown' : 'intact';
  return {
    state: verdict,
    intact: verdict === 'intact',
    entries,
    archived,
    erased,
    users: owners.length,
    checkpoints: state.reading?.lines ?? 0,
    findings,
    unknown: verdict === 'intact' ? [] : unknown,
  };
}

const knownMarks = (ends: KnownEnds | undefined): Checkpoint[] =>
  (ends?.unsigned() ?? []).map(({ workspace_id, seq, hash }) => ({ workspace_id, seq, hash: hash.toString('hex') }));

/** Also users whom only a checkpoint remembers: a chain that was removed completely leaves nothing else. */
async function everyOwner(database: Database, marks: readonly Checkpoint[]): Promise<WorkspaceId[]> {
  const inDatabase = [...(await chainOwners(database.queries)), ...(await cutOwners(database.queries))];
  return [...new Set([...inDatabase, ...marks.map(({ workspace_id }) => workspace_id)])];
}

interface Owned {
  readonly database: Database;
  readonly archive: Archive;
  readonly workspaceId: WorkspaceId;
  readonly sealKey: KeyObject;
  /** False for a log that no version with seals has written to. */
  readonly sealed: boolean;
  readonly now: number;
}

interface Looked extends Pick<Verdict, 'entries' | 'archived' | 'erased' | 'findings'> {
  readonly unknown: readonly (ArchiveUnknown | 'key_lost')[];
}

/** What was archived and what is left. Looks again where entries went to the archive while it looked. */
async function verifyOwner(
  owned: Owned,
  marks: readonly Checkpoint[],
  onCount: (entries: number) => void,
): Promise<Looked> {
  const { database, archive, sealKey, workspaceId } = owned;
  for (;;) {
    const findings: Finding[] = [];
    const cuts = await verifyCuts(database, archive, sealKey, workspaceId);
    for (const { seq, problem } of cuts.problems)
      note(findings, { workspace_id: workspaceId, seq, execution_id: null, problem });
    const lost = await lostKeyMark(database.queries, sealKey, workspaceId);
    const lostMark =
      lost === null ? [] : [{ workspace_id: workspaceId, seq: lost.seq, hash: lost.hash.toString('hex') }];
    // Marks of what went are covered by the cut, which is a mark itself.
    const younger = [...marks, ...lostMark].filter(({ seq }) => seq >= cuts.end.seq);
    const cutMark = { workspace_id: workspaceId, seq: cuts.end.seq, hash: cuts.end.hash.toString('hex') };
    if (younger.some(({ seq, hash }) => seq === cutMark.seq && hash !== cutMark.hash)) {
      note(findings, {
        workspace_id: workspaceId,
        seq: cutMark.seq,
        execution_id: null,
        problem: 'checkpoint_differs',
      });
    }
    let [entries, erased] = [0, cuts.erased];
    const unsealedUpTo = lost?.seq ?? 0;
    const erasedTo = await erasedUpTo(database.queries, sealKey, workspaceId, unsealedUpTo);
    await verifyUser({ ...owned, findings, from: cuts.from, unsealedUpTo, erasedTo }, [cutMark, ...younger], (page) => {
      entries += page.length;
      erased += page.filter((row) => row.erased !== null).length;
      onCount(entries);
    });
    const moved = async () =>
      (await hasMoved(database, workspaceId, cuts)) ||
      (await erasedUpTo(database.queries, sealKey, workspaceId, unsealedUpTo)) > erasedTo;
    if (findings.length > 0 && (await moved())) continue;
    const unsealed = lost !== null && lost.seq > cuts.end.seq ? (['key_lost'] as const) : [];
    return { entries, archived: cuts.archived, erased, findings, unknown: [...cuts.unknown, ...unsealed] };
  }
}

interface Walk extends Owned {
  readonly findings: Finding[];
  /** Where the remaining entries begin. */
  readonly from: ChainPosition;
  /** Up to this entry the seals were made under a key that is lost. */
  readonly unsealedUpTo: number;
  /** Up to this entry commands were erased. */
  readonly erasedTo: number;
}

/** Told of each page that was walked. */
type Counted = (page: readonly AuditRow[]) => void;

async function verifyUser(walk: Walk, marks: readonly Checkpoint[], count: Counted): Promise<void> {
  const { database, workspaceId, findings } = walk;
  const report = (seq: number, problem: Finding['problem']) =>
    note(findings, { workspace_id: workspaceId, seq, execution_id: null, problem });
  let place = await walkOn(walk, walk.from, marks, count);
  let head = await findHead(database.queries, workspaceId);
  // Read after the entries, because it moves with them: it may be ahead of what was walked, but never behind.
  while (head !== undefined && head.seq > place.seq) {
    const further = await walkOn(walk, place, marks, count);
    if (further.seq === place.seq) break;
    place = further;
    head = await findHead(database.queries, workspaceId);
  }
  if (head === undefined ? place.seq > 0 : head.seq !== place.seq || !head.hash.equals(place.hash)) {
    report(place.seq, 'truncated');
  }
  if (head !== undefined) {
    const unsealed = head.seal === null && !walk.sealed;
    if (!unsealed && !sameBytes(head.seal, headSeal(walk.sealKey, head))) report(head.seq, 'head_changed');
    const name = await nameOf(database.queries, workspaceId);
    if (!unsealed && name !== undefined && name !== head.username) report(head.seq, 'user_renamed');
  }
  for (const mark of marks) if (mark.seq > place.seq) report(mark.seq, 'truncated');
}

async function walkOn(
  { database, workspaceId, sealKey, now, findings, unsealedUpTo, erasedTo }: Walk,
  from: ChainPosition,
  marks: readonly Checkpoint[],
  count: Counted,
): Promise<ChainPosition> {
  const marked = Map.groupBy(marks, ({ seq }) => seq);
  let previous = from;
  for (;;) {
    const page = await chainPage(database.queries, workspaceId, previous.seq, PAGE);
    if (page.length === 0) return previous;
    let turn = performance.now();
    for (const row of page) {
      if (performance.now() - turn > TURN_MS) {
        await othersTurn();
        turn = performance.now();
      }
      const about = { workspace_id: workspaceId, seq: row.seq, execution_id: row.execution_id };
      for (const problem of problemsOf(row, previous, row.seq <= unsealedUpTo ? null : sealKey, erasedTo, now))
        note(findings, { ...about, problem });
      const hash = row.hash.toString('hex');
      if (marked.get(row.seq)?.some((mark) => mark.hash !== hash))
        note(findings, { ...about, problem: 'checkpoint_differs' });
      previous = { seq: row.seq, hash: row.hash };
    }
    count(page);
    await othersTurn();
  }
}

/** `sealKey`: null for an entry whose seal cannot be checked any more. */
function problemsOf(
  row: AuditRow,
  previous: ChainPosition,
  sealKey: KeyObject | null,
  erasedTo: number,
  now: number,
): Finding['problem'][] {
  const problems: Finding['problem'][] = [];
  const link = linkProblem(row, previous);
  if (link !== null) problems.push(link);
  const opening = openingProblem(row, sealKey, erasedTo);
  if (opening !== null) problems.push(opening);
  if (sealKey !== null && !isSealed(sealKey, row)) problems.push('closing_changed');
  else if (OPEN.has(row.status) && now - row.created_at > openMaxMs(row)) problems.push('not_closed');
  return problems;
}

function note(findings: Finding[], finding: Finding): void {
  if (findings.length < FINDINGS_MAX) findings.push(finding);
}
