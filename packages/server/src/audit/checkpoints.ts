/**
 * Signed marks outside the database. A chain alone reveals neither a cut tail nor a full rewrite, because an attacker who can
 * write the database can compute hashes. A checkpoint, signed by a key that is not there, says how long each chain was
 * and how it ended. The database in turn says, under another key, how far the file of checkpoints goes.
 */
import { createSecretKey } from 'node:crypto';
import { open, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { holdLock } from '../db/instance-lock.ts';
import { makeFolder } from '../db/make-folder.ts';
import { newId, type WorkspaceId } from '../ids.ts';
import { fileEndSeal, sameBytes } from './chain.ts';
import { type Checkpoint, lineHash, type Position, signingKeys, writeLine } from './checkpoint-line.ts';
import { type FileRecord, readFileRecords, storeFileRecord } from './checkpoint-store.ts';
import type { KnownEnd } from './known-ends.ts';
import { type FileReading, readCheckpointFile } from './read-checkpoint-file.ts';
import { rotateFile } from './rotate-file.ts';
import { brokenSince } from './still-holds.ts';

export { type FileRecord, forgetFileRecords, readFileRecords } from './checkpoint-store.ts';
// For other modules.
export { sealAnew } from './lost-key-store.ts';

export const CHECKPOINT_FILE = 'audit-checkpoints.jsonl';
/** Records, when the database is elsewhere, that there was a file here. */
const FILE_ID = 'audit-checkpoints.id';
/** What is signed by the instance's own key. */
export const CHECKPOINT_FILES = [CHECKPOINT_FILE, FILE_ID] as const;
const LOCK = 'audit-checkpoints.lock';
/** A line stays small, however many users there are. */
const HEADS_PER_LINE = 500;
/** After so many lines the file is rotated. */
const LINES_MAX = 2_000;
const BROKEN = 'an audit log no longer agrees with its last checkpoint: it is not signed any more';

export interface CheckpointKeys {
  readonly auditSeals: Buffer;
  readonly auditCheckpoints: Buffer;
}

/** What file and database say about each other, in the order in which they must be read while both keep growing. */
export interface CheckpointState {
  /** Bytes of the file before the records were read. */
  readonly sizeBefore: number;
  readonly records: readonly FileRecord[];
  readonly reading: FileReading | null;
  /** The file that was begun in this directory. */
  readonly expected: string | null;
}

export interface Checkpoints {
  /**
   * Writes marks for the chains that have grown since their last one: to the disk, then to the database. Returns them.
   * A chain that no longer holds its last mark gets none.
   */
  write(ends: readonly KnownEnd[], now: number): Promise<readonly Checkpoint[]>;
  state(): Promise<CheckpointState>;
  /** The last mark of a workspace, if its chain no longer holds it. */
  brokenMark(workspaceId: WorkspaceId): Promise<Checkpoint | null>;
  /** The workspaces whose chain no longer holds its last mark, as far as this instance has noticed. */
  broken(): ReadonlySet<string>;
  /** Why the last marks could not be written. */
  problem(): string | null;
  close(): void;
}

export interface CheckpointOptions {
  /** Told of each line that is on the disk. */
  readonly onLine?: ((line: string) => void) | undefined;
  /** Told once of each user whose chain is not signed any more. */
  readonly log?: Logger;
  readonly linesMax?: number;
}

export function createCheckpoints(
  database: Database,
  dataDir: string,
  keys: CheckpointKeys,
  { onLine = () => undefined, log, linesMax = LINES_MAX }: CheckpointOptions = {},
): Checkpoints {
  const file = join(dataDir, CHECKPOINT_FILE);
  const signing = signingKeys(keys.auditCheckpoints);
  const sealKey = createSecretKey(keys.auditSeals);
  const marked = new Map<string, Checkpoint>();
  const broken = new Set<string>();
  let lock: { release(): void } | null = null;
  let position: Position | null = null;
  let recorded = false;
  /** The number of the file's first line. Null: the file has to stay as it is. */
  let first: number | null = 1;
  let problem: string | null = null;
  let turn: Promise<unknown> = Promise.resolve();

  const state = async (): Promise<CheckpointState> => {
    const before = await statOf(file);
    const sizeBefore = before?.size ?? 0;
    const records = await readFileRecords(database.queries);
    const reading = await readCheckpointFile(file, signing);
    // It was rotated meanwhile, so its size says nothing about this file.
    if (before !== null && (await statOf(file))?.ino !== before.ino) return state();
    return { sizeBefore, records, reading, expected: position?.file ?? (await textOf(join(dataDir, FILE_ID))) };
  };

  /** Where to continue. If lines are missing at the end of the file, the gap in the numbers stays visible. */
  const resume = async (): Promise<Position> => {
    const { records, reading, expected } = await state();
    for (const mark of reading?.marks ?? []) marked.set(mark.workspace_id, mark);
    // A line that was cut off while it was written does not count: the next one must not continue in the middle of it.
    if (reading !== null) first = reading.first;
    if (reading !== null && (await statOf(file))!.size > reading.wholeBytes) await truncate(file, reading.wholeBytes);
    const ours = (id: string | null) =>
      records.find((record) => record.file_id === id && sameBytes(record.seal, fileEndSeal(sealKey, record)));
    const known =
      ours(reading?.end?.file ?? expected) ?? (database.shared ? undefined : ours(records[0]?.file_id ?? null));
    const end = reading?.end ?? null;
    if (known !== undefined && known.lines > (end?.n ?? 0)) {
      return { file: known.file_id, n: known.lines, hash: known.hash.toString('hex') };
    }
    return end ?? { file: newId(), n: 0, hash: reading?.firstKindHash ?? lineHash('') };
  };

  const record = async ({ file: file_id, n: lines, hash }: Position): Promise<void> => {
    const end = { file_id, lines, hash: Buffer.from(hash, 'hex') };
    await storeFileRecord(database.queries, { ...end, seal: fileEndSeal(sealKey, end) });
    recorded = true;
  };

  /** Only if nothing is wrong with it: what was done to the file must not be lost with its lines. */
  const beginAnew = async (now: number): Promise<void> => {
    const reading = await readCheckpointFile(file, signing);
    if (reading === null || reading.forged + reading.gaps > 0 || reading.end?.hash !== position!.hash) {
      first = null;
      return;
    }
    const text = writeLine(signing, position!, reading.marks, now, true);
    await rotateFile(file, text);
    onLine(text);
    position = { file: position!.file, n: position!.n + 1, hash: lineHash(text) };
    first = position.n;
    recorded = false;
    await record(position);
  };

  /** Those whose chain still holds its last mark. */
  const whole = async (grown: readonly KnownEnd[]): Promise<readonly KnownEnd[]> => {
    const last = grown.flatMap(({ workspace_id }) =>
      broken.has(workspace_id) ? [] : (marked.get(workspace_id) ?? []),
    );
    for (const workspaceId of await brokenSince(database, sealKey, last)) {
      broken.add(workspaceId);
      log?.error({ workspace_id: workspaceId }, BROKEN);
    }
    return grown.filter(({ workspace_id }) => !broken.has(workspace_id));
  };

  const write = async (ends: readonly KnownEnd[], now: number): Promise<Checkpoint[]> => {
    makeFolder(dataDir);
    lock ??= holdLock(join(dataDir, LOCK));
    // Another process serves from the same directory, and also signs what we write.
    if (lock === null) return [];
    position ??= await resume();
    // Never two lines ahead of what the database knows: that would look like a record that was set back.
    if (!recorded && position.n > 0) await record(position);
    const marks = (await whole(ends.filter(({ workspace_id, seq }) => seq > (marked.get(workspace_id)?.seq ?? 0)))).map(
      ({ workspace_id, seq, hash }) => ({ workspace_id, seq, hash: hash.toString('hex') }),
    );
    // The first line may say that there is nothing yet. After it, a missing file means that it was removed.
    const lines = Math.max(position.n === 0 ? 1 : 0, Math.ceil(marks.length / HEADS_PER_LINE));
    for (let line = 0; line < lines; line++) {
      const some = marks.slice(line * HEADS_PER_LINE, (line + 1) * HEADS_PER_LINE);
      const text = writeLine(signing, position, some, now);
      if (position.n === 0) await append(join(dataDir, FILE_ID), `${position.file}\n`);
      await append(file, `${text}\n`);
      onLine(text);
      position = { file: position.file, n: position.n + 1, hash: lineHash(text) };
      for (const mark of some) marked.set(mark.workspace_id, mark);
      recorded = false;
      await record(position);
    }
    if (first !== null && position.n - first >= linesMax) await beginAnew(now);
    return marks;
  };

  const brokenMark = async (workspaceId: WorkspaceId): Promise<Checkpoint | null> => {
    const reading = await readCheckpointFile(file, signing);
    const mark = reading?.marks.find(({ workspace_id }) => workspace_id === workspaceId);
    return mark !== undefined && (await brokenSince(database, sealKey, [mark])).size > 0 ? mark : null;
  };

  return {
    state,
    brokenMark,
    broken: () => broken,
    problem: () => problem,
    write: (ends, now) => {
      const next = turn.then(() => write(ends, now));
      const ended = (outcome: string | null) => {
        problem = outcome;
      };
      turn = next.then(
        () => ended(null),
        (error: Error) => ended(error.message),
      );
      return next;
    },
    close: () => lock?.release(),
  };
}

/** Either the whole line is on the disk, or none of it. */
async function append(file: string, text: string): Promise<void> {
  const handle = await open(file, 'a', 0o600);
  const { size } = await handle.stat();
  try {
    await handle.writeFile(text);
    await handle.datasync();
  } catch (error) {
    await handle.truncate(size).catch(() => undefined);
    throw error;
  } finally {
    await handle.close();
  }
}

async function statOf(file: string): Promise<{ size: number; ino: number } | null> {
  return stat(file).catch(() => null);
}

async function textOf(file: string): Promise<string | null> {
  const handle = await open(file).catch(() => null);
  if (handle === null) return null;
  try {
    return (await handle.readFile('utf8')).trim().split('\n').at(-1) || null;
  } finally {
    await handle.close();
  }
}
