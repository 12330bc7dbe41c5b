/**
 * Entries of the audit log as they may be shown: each by the vault of the user whose it is. Hashes stay those of what is
 * stored, so an entry in which something has become secret since cannot be checked against its own text, only by verify.
 */
import type { AuditEntry, SharedAuditPage } from '@synapse/contract';
import type { Vault } from '../vault/vault.ts';
import { type RedactorOf, redactAnswer } from './redact-answer.ts';

type Entry = AuditEntry & { readonly user_id?: string | undefined };

/** `userId` is whose they are where they do not say so themselves. */
export type ShownEntries = (userId: string, page: SharedAuditPage) => Promise<SharedAuditPage>;

export function createShownEntries(vault: Pick<Vault, 'changedSince'>, redactorOf: RedactorOf): ShownEntries {
  return async (userId, page) => {
    const byOwner = Map.groupBy<string, Entry>(page.entries, (entry) => entry.user_id ?? userId);
    const shown = new Map<Entry, Entry>();
    for (const [owner, entries] of byOwner) {
      // Each was redacted when it was written: a vault that has not moved since has nothing to add.
      const oldest = Math.min(...entries.map((entry) => Date.parse(entry.created_at)));
      if (!(await vault.changedSince(owner, oldest))) continue;
      const redacted = await redactAnswer(entries, owner, redactorOf);
      for (const [at, entry] of entries.entries()) shown.set(entry, redacted[at]!);
    }
    return { ...page, entries: page.entries.map((entry) => shown.get(entry) ?? entry) };
  };
}
