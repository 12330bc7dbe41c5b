/**
 * One line of the file of checkpoints: signed, numbered, and bound to the line before it. A process that can write the file
 * can remove, change or insert a line without breaking what follows.
 */
import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';
import type { WorkspaceId } from '../ids.ts';

export interface Checkpoint {
  readonly workspace_id: WorkspaceId;
  readonly seq: number;
  readonly hash: string;
}

/** Where a file of checkpoints ends. */
export interface Position {
  readonly file: string;
  readonly n: number;
  /** The hash of the last line. If there is none yet, of everything that was there before. */
  readonly hash: string;
}

export interface Line extends Position {
  readonly prev: string;
  /** It stands for all lines before it, which are gone: its marks are the furthest of every user. */
  readonly cut: boolean;
  readonly marks: readonly Checkpoint[];
}

export interface SigningKeys {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** An Ed25519 private key as PKCS #8 is this prefix and 32 bytes of seed. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

export function signingKeys(seed: Buffer): SigningKeys {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

type Head = readonly [workspaceId: WorkspaceId, seq: number, hash: string];

interface Fields {
  readonly v: 2;
  readonly file: string;
  readonly n: number;
  readonly prev: string;
  readonly time: string;
  readonly heads: readonly Head[];
  readonly cut?: true;
  readonly signature: string;
}

export function writeLine(
  { privateKey }: SigningKeys,
  { file, n, hash: prev }: Position,
  marks: readonly Checkpoint[],
  now: number,
  cut = false,
): string {
  const heads = marks.map(({ workspace_id, seq, hash }): Head => [workspace_id, seq, hash]);
  const line = {
    v: 2 as const,
    file,
    n: n + 1,
    prev,
    time: new Date(now).toISOString(),
    heads,
    ...(cut && { cut: true as const }),
  };
  return JSON.stringify({ ...line, signature: sign(null, signedBytes(line), privateKey).toString('base64') });
}

export const lineHash = (text: string): string => hash('sha256', text);

/** Null for anything else. The signature is checked separately: that of the last line covers all lines before it. */
export function readLine(text: string): Line | null {
  const fields = parse(text) as Partial<Fields> | null;
  if (fields?.v !== 2 || typeof fields.file !== 'string' || typeof fields.prev !== 'string') return null;
  const { file, n, prev, heads } = fields;
  if (!Number.isSafeInteger(n) || !Array.isArray(heads)) return null;
  const marks = (heads as Head[]).map(([workspace_id, seq, hash]) => ({ workspace_id, seq, hash }));
  return { file, n: n!, prev, hash: lineHash(text), marks, cut: fields.cut === true };
}

export function isSigned({ publicKey }: SigningKeys, text: string): boolean {
  const fields = parse(text) as Fields | null;
  if (typeof fields?.signature !== 'string') return false;
  return verify(null, signedBytes(fields), publicKey, Buffer.from(fields.signature, 'base64'));
}

function signedBytes({ file, n, prev, time, heads, cut }: Omit<Fields, 'signature'>): Buffer {
  const kind = cut === true ? 'synapse audit checkpoint cut v1' : 'synapse audit checkpoint v2';
  return Buffer.from(JSON.stringify([kind, file, n, prev, time, heads]));
}

/** The form before lines were chained: one user's end, signed by itself. */
export function readFirstKind({ publicKey }: SigningKeys, text: string): Checkpoint | null {
  const fields = parse(text) as (Checkpoint & { time: string; signature: string; v?: unknown }) | null;
  if (fields === null || fields.v !== undefined || typeof fields.signature !== 'string') return null;
  const { workspace_id, seq, hash, time, signature } = fields;
  const bytes = Buffer.from(JSON.stringify(['synapse audit checkpoint v1', workspace_id, seq, hash, time]));
  return verify(null, bytes, publicKey, Buffer.from(signature, 'base64')) ? { workspace_id, seq, hash } : null;
}

function parse(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
