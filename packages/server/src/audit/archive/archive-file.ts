/**
 * A file of the archive: the entries of one chain from one number to another, one JSON object a line with all that the
 * database had, and a signed last line. Pure.
 */
import { sign } from 'node:crypto';
import type { WorkspaceId } from '../../ids.ts';
import type { AuditRow } from '../audit-store.ts';
import type { SigningKeys } from '../checkpoint-line.ts';

export interface ArchivedSpan {
  readonly workspace_id: WorkspaceId;
  readonly first: number;
  readonly seq: number;
  /** What the first entry follows, and what the entry after the last one follows. */
  readonly prev_hash: Buffer;
  readonly hash: Buffer;
}

/** Hashes and seals in hexadecimal digits. */
export function entryLine(row: AuditRow): string {
  const { prev_hash, hash, seal, erased, ...plain } = row;
  const bytes = {
    prev_hash: prev_hash.toString('hex'),
    hash: hash.toString('hex'),
    seal: seal?.toString('hex') ?? null,
    erased: erased?.toString('hex') ?? null,
  };
  return `${JSON.stringify({ ...plain, ...bytes })}\n`;
}

/** `digest`: SHA-256 of all lines before. */
export function endLine({ privateKey }: SigningKeys, span: ArchivedSpan, digest: string, now: number): string {
  const end = {
    v: 1,
    workspace_id: span.workspace_id,
    first: span.first,
    last: span.seq,
    follows: span.prev_hash.toString('hex'),
    ends: span.hash.toString('hex'),
    lines: digest,
    time: new Date(now).toISOString(),
  };
  const bytes = Buffer.from(JSON.stringify(['synapse audit archive v1', ...Object.values(end)]));
  return `${JSON.stringify({ ...end, signature: sign(null, bytes, privateKey).toString('base64') })}\n`;
}

/** Sorts by number within the folder of its user. The id: two instances never write one file. */
export function archiveName({ workspace_id, first, seq }: ArchivedSpan, id: string): string {
  const padded = (number: number): string => String(number).padStart(10, '0');
  return `${workspace_id}/${padded(first)}-${padded(seq)}-${id}.jsonl`;
}
