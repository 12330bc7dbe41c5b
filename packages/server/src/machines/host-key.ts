/** A host key in the form in which people compare it, made from what a machine has pinned. */
import { createHash } from 'node:crypto';
import { withoutEnd } from '@synapse/contract';

export function hostKeyFingerprint(blob: Buffer): string {
  return `SHA256:${withoutEnd(createHash('sha256').update(blob).digest('base64'), '=')}`;
}

/** From a fingerprint, a key (`ssh-ed25519 AAAA…`) or a known_hosts line. Null if there is no key in it. */
export function fingerprintOf(pinned: string): string | null {
  const words = pinned.trim().split(/\s+/);
  if (words[0]?.startsWith('SHA256:')) return withoutEnd(words[0], '=');
  const key = words.find((word) => word.startsWith('AAAA'));
  return key === undefined ? null : hostKeyFingerprint(Buffer.from(key, 'base64'));
}
