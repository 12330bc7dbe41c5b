/** The chain of the audit log: what makes a changed, removed or inserted entry show. Pure. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What is known of a command before it starts. Sealed by the chain at once. */
export interface Opening {
  readonly user_id: string;
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
}

/** What is known once it has ended. Sealed by a key that is not in the database. */
export interface Closing {
  readonly status: string;
  readonly exit_code: number | null;
  readonly refusal: string | null;
  readonly duration_ms: number | null;
  readonly stdout_bytes: number | null;
  readonly returned_bytes: number | null;
  readonly filter: string | null;
  readonly saved_tokens: number | null;
}

/** What the first entry of a user points back to. */
export const GENESIS = Buffer.alloc(32);

export function openingHash(opening: Opening, previous: Buffer): Buffer {
  const hash = createHash('sha256');
  for (const part of ['synapse audit opening v1', ...openingParts(opening)]) hash.update(framed(part));
  return hash.update(previous).digest();
}

/** Bound to the entry's own hash: a closing cannot be moved to another entry. */
export function closingSeal(key: Buffer, hash: Buffer, closing: Closing): Buffer {
  const mac = createHmac('sha256', key);
  for (const part of ['synapse audit closing v1', ...closingParts(closing)]) mac.update(framed(part));
  return mac.update(hash).digest();
}

export function sameBytes(a: Buffer | null, b: Buffer): boolean {
  return a !== null && a.length === b.length && timingSafeEqual(a, b);
}

type Part = string | number | null;

function openingParts(opening: Opening): Part[] {
  const { user_id, seq, id, execution_id, created_at, source, machine } = opening;
  const { container, cwd, command_template, alias, typed_chars, token_hint, ip } = opening;
  return [
    ...[user_id, seq, id, execution_id, created_at, source, machine],
    ...[container, cwd, command_template, alias, typed_chars, token_hint, ip],
  ];
}

function closingParts(closing: Closing): Part[] {
  const { status, exit_code, refusal, duration_ms, stdout_bytes, returned_bytes, filter, saved_tokens } = closing;
  return [status, exit_code, refusal, duration_ms, stdout_bytes, returned_bytes, filter, saved_tokens];
}

/** Each part with its length in front: no two lists of parts give the same bytes. Null differs from every text. */
function framed(part: Part): Buffer {
  if (part === null) return Buffer.from([0xff, 0xff, 0xff, 0xff]);
  const text = Buffer.from(String(part), 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text]);
}
