/** The chain of the audit log: it reveals any entry that was changed, removed or inserted. Pure. */
import { createHash, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { WorkspaceId } from '../ids.ts';

/** What is known of a command before it starts. The chain seals it at once. */
export interface Opening {
  readonly workspace_id: string;
  readonly seq: number;
  readonly id: string;
  readonly execution_id: string;
  readonly created_at: number;
  readonly source: string;
  readonly machine: string;
  readonly container: string | null;
  readonly cwd: string | null;
  readonly command_template: string;
  readonly alias: string | null;
  readonly typed_chars: number;
  readonly token_hint: string | null;
  readonly ip: string | null;
  readonly verdict: string | null;
  readonly rule: string | null;
  readonly approval_id: string | null;
  readonly sandbox: string | null;
  /** The execution that it reconciles. */
  readonly reconciles: string | null;
  /** Who did it, in the log of a crew. */
  readonly actor: string | null;
  /** The commands of the entries up to this number were erased. */
  readonly erases: number | null;
}

/** What is known once it has ended; until then, that it has not. Sealed by a key that is not in the database. */
export interface Closing {
  readonly status: string;
  readonly exit_code: number | null;
  readonly refusal: string | null;
  readonly duration_ms: number | null;
  readonly stdout_bytes: number | null;
  readonly returned_bytes: number | null;
  readonly filter: string | null;
  readonly saved_tokens: number | null;
  readonly decided_by: string | null;
}

/** What the first entry of a chain points back to. */
export const GENESIS = Buffer.alloc(32);

/**
 * An entry without a verdict is hashed as it was before there were any. One kind cannot pass as the other: what
 * is added to an entry, or taken from it, changes which parts are hashed.
 */
export function openingHash(opening: Opening, previous: Buffer): Buffer {
  const { verdict, rule, approval_id, sandbox, reconciles, erases } = opening;
  const actor = actorParts(opening);
  if (erases !== null) {
    const erasure = ['synapse audit erasure v1', ...openingParts(opening), erases, ...actor];
    return createHash('sha256').update(framed(erasure)).update(previous).digest();
  }
  if (reconciles !== null) {
    const late = ['synapse audit reconciliation v1', ...openingParts(opening), reconciles, ...actor];
    return createHash('sha256').update(framed(late)).update(previous).digest();
  }
  const decided: Part[] = [verdict, rule, approval_id, sandbox];
  const parts =
    actor.length === 0 && decided.every((part) => part === null)
      ? ['synapse audit opening v1', ...openingParts(opening)]
      : ['synapse audit opening v2', ...openingParts(opening), ...decided, ...actor];
  return createHash('sha256').update(framed(parts)).update(previous).digest();
}

/**
 * Includes the entry's own hash, so a closing cannot be moved to another entry. The key is an object: as bytes it would
 * cost as much as the seal.
 */
export function closingSeal(key: KeyObject, hash: Buffer, closing: Closing, instanceId: string): Buffer {
  const parts = [...closingParts(closing), instanceId];
  if (closing.decided_by === null) return keyed(key, ['synapse audit closing v2', ...parts], hash);
  return keyed(key, ['synapse audit closing v3', ...parts, closing.decided_by], hash);
}

interface ClosedRow extends Closing {
  readonly hash: Buffer;
  readonly instance_id: string;
  readonly seal: Buffer | null;
}

/** Whether an entry carries a seal of ours. */
export const isSealed = (key: KeyObject, row: ClosedRow): boolean =>
  sameBytes(row.seal, closingSeal(key, row.hash, row, row.instance_id));

/** The end of a workspace's chain: its entry's number is also the count of entries. */
export interface ChainEnd {
  readonly workspace_id: WorkspaceId;
  readonly username: string | null;
  readonly seq: number;
  readonly hash: Buffer;
  readonly created_at: number;
}

export function headSeal(key: KeyObject, { workspace_id, username, seq, hash, created_at }: ChainEnd): Buffer {
  return keyed(key, ['synapse audit head v1', workspace_id, username, seq, created_at], hash);
}

/** How far a file of checkpoints goes. */
export interface FileEnd {
  readonly file_id: string;
  readonly lines: number;
  readonly hash: Buffer;
}

export function fileEndSeal(key: KeyObject, { file_id, lines, hash }: FileEnd): Buffer {
  return keyed(key, ['synapse audit checkpoint file v1', file_id, lines], hash);
}

/** What went to an archive. */
export interface Cut {
  readonly workspace_id: string;
  readonly first: number;
  readonly seq: number;
  readonly prev_hash: Buffer;
  readonly hash: Buffer;
  readonly created_at: number;
  readonly place: string;
  readonly archive: string;
  readonly digest: Buffer;
}

export function cutSeal(key: KeyObject, cut: Cut): Buffer {
  const { workspace_id, first, seq, prev_hash, created_at, place, archive, digest } = cut;
  const hashes = [prev_hash.toString('hex'), digest.toString('hex')];
  return keyed(
    key,
    ['synapse audit cut v1', workspace_id, first, seq, created_at, place, archive, ...hashes],
    cut.hash,
  );
}

/**
 * Of an entry whose command was erased: its hash stays, and can no longer be computed from what is left. This seal
 * covers both.
 */
export function erasedSeal(key: KeyObject, entry: Opening & { readonly hash: Buffer }): Buffer {
  const { verdict, rule, approval_id, sandbox, reconciles } = entry;
  const parts = [...openingParts(entry), verdict, rule, approval_id, sandbox, reconciles, ...actorParts(entry)];
  return keyed(key, ['synapse audit erased v1', ...parts], entry.hash);
}

/** How far a chain was sealed under a key that is lost. */
export function lostKeySeal(
  key: KeyObject,
  { workspace_id, seq, hash }: Pick<ChainEnd, 'workspace_id' | 'seq' | 'hash'>,
): Buffer {
  return keyed(key, ['synapse audit lost key v1', workspace_id, seq], hash);
}

function keyed(key: KeyObject, parts: readonly Part[], hash: Buffer): Buffer {
  return createHmac('sha256', key).update(framed(parts)).update(hash).digest();
}

/** A place in a chain: the number of an entry, and its hash. */
export interface ChainPosition {
  readonly seq: number;
  readonly hash: Buffer;
}

/** What is wrong with what was known of an entry when it was made, seen from the one before it. */
export function linkProblem(
  row: Opening & { prev_hash: Buffer; hash: Buffer },
  previous: ChainPosition,
): LinkProblem | null {
  if (row.seq !== previous.seq + 1) return 'removed';
  return row.prev_hash.equals(previous.hash) ? null : 'inserted';
}
export type LinkProblem = 'removed' | 'inserted';

export function sameBytes(a: Buffer | null, b: Buffer): boolean {
  return a !== null && a.length === b.length && timingSafeEqual(a, b);
}

type Part = string | number | null;

function openingParts(opening: Opening): Part[] {
  const { workspace_id, seq, id, execution_id, created_at, source, machine } = opening;
  const { container, cwd, command_template, alias, typed_chars, token_hint, ip } = opening;
  return [
    workspace_id,
    seq,
    id,
    execution_id,
    created_at,
    source,
    machine,
    container,
    cwd,
    command_template,
    alias,
    typed_chars,
    token_hint,
    ip,
  ];
}

/** One part more in the log of a crew. Parts have their lengths before them: no entry passes for one without it. */
const actorParts = ({ actor }: Pick<Opening, 'actor'>): Part[] => (actor === null ? [] : [actor]);

function closingParts(closing: Closing): Part[] {
  const { status, exit_code, refusal, duration_ms, stdout_bytes, returned_bytes, filter, saved_tokens } = closing;
  return [status, exit_code, refusal, duration_ms, stdout_bytes, returned_bytes, filter, saved_tokens];
}

const NULL_LENGTH = 0xffff_ffff;

/** Each part with its length before it, so no two lists of parts give the same bytes. Null differs from every text. */
function framed(parts: readonly Part[]): Buffer {
  const texts = parts.map((part) => (part === null ? null : String(part)));
  const size = texts.reduce((sum, text) => sum + 4 + (text === null ? 0 : Buffer.byteLength(text)), 0);
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (const text of texts) {
    const length = text === null ? 0 : bytes.write(text, at + 4);
    bytes.writeUInt32BE(text === null ? NULL_LENGTH : length, at);
    at += 4 + length;
  }
  return bytes;
}
