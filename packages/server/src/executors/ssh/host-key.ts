/** Host keys as people write them down, and whether the key that a host shows is the pinned one. */
import { timingSafeEqual } from 'node:crypto';
import { withoutEnd } from '@synapse/contract';
import { hostKeyFingerprint } from '../../machines/host-key.ts';

/** `ssh-ed25519 AAAA…`, as in a known_hosts or .pub file, made from the bytes that the host sends. */
export function hostKeyLine(blob: Buffer): string {
  return `${hostKeyType(blob)} ${blob.toString('base64')}`;
}

function hostKeyType(blob: Buffer): string {
  const length = blob.length >= 4 ? blob.readUInt32BE(0) : 0;
  return blob.subarray(4, 4 + Math.min(length, 64)).toString('latin1');
}

/** Accepts a fingerprint (`SHA256:…`), a key (`ssh-ed25519 AAAA…`, with or without comment) or a known_hosts line. */
export function hostKeyMatches(pinned: string, blob: Buffer): boolean {
  const words = pinned.trim().split(/\s+/);
  if (words[0]?.startsWith('SHA256:')) return same(withoutEnd(words[0], '='), hostKeyFingerprint(blob));
  return words.some((word) => same(word, blob.toString('base64')));
}

/** The type of a pinned key, so that a host with several keys is asked for that one. */
export function pinnedKeyType(pinned: string): string | null {
  return /(?:^|\s)((?:ssh|ecdsa)-[a-z0-9-]+)\s/.exec(pinned.slice(0, 1000))?.[1] ?? null;
}

function same(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
