/** What has become a secret since a command ran is taken out of its kept output when that is read. */
import type { RedactedText } from '../redaction/index.ts';
import type { Vault } from '../vault/vault.ts';
import type { VaultSnapshots } from './vault-snapshot.ts';

/** Null where nothing has become one since: the output is what it was when it was kept. */
export type LateRedaction = (userId: string, since: number) => Promise<((text: string) => RedactedText) | null>;

export function createLateRedaction(vault: Pick<Vault, 'changedSince'>, snapshots: VaultSnapshots): LateRedaction {
  return async (userId, since) =>
    (await vault.changedSince(userId, since)) ? (await snapshots(userId)).redactor.redactText : null;
}
