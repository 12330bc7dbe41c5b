/**
 * Entries of the audit log as they may be shown: each redacted with the vault of its own user. Hashes stay those of
 * what is stored. So an entry in which something has become secret since can only be checked by verify, not against its
 * own text.
 */
import { type AuditEntry, SharedAuditPage } from '@synapse/contract';
import { personalWorkspaceId, type WorkspaceId } from '../ids.ts';
import type { Vault } from '../vault/vault.ts';
import { type RedactorOf, redactAnswer } from './redact-answer.ts';

type Entry = AuditEntry & { readonly user_id?: string | undefined };

/** `workspaceId` is whose entries they are, if they do not say so themselves. */
export type ShownEntries = (workspaceId: WorkspaceId, page: SharedAuditPage) => Promise<SharedAuditPage>;

export function createShownEntries(vault: Pick<Vault, 'changedSince'>, redactorOf: RedactorOf): ShownEntries {
  return async (workspaceId, page) => {
    const byOwner = Map.groupBy(page.entries as readonly Entry[], ({ user_id: named }) =>
      named === undefined ? workspaceId : personalWorkspaceId(named),
    );
    const shown = new Map<Entry, Entry>();
    for (const [owner, entries] of byOwner) {
      // Each entry was redacted when it was written. If the vault has not changed since, there is nothing to add.
      const oldest = Math.min(...entries.map((entry) => Date.parse(entry.created_at)));
      if (!(await vault.changedSince(owner, oldest))) continue;
      const redacted = await redactAnswer(SharedAuditPage.shape.entries, entries, owner, redactorOf);
      for (const [at, entry] of entries.entries()) shown.set(entry, redacted[at]!);
    }
    return { ...page, entries: page.entries.map((entry) => shown.get(entry) ?? entry) };
  };
}
