/** Removes values from a kept output that have become secrets since the command ran. Done when the output is read. */
import type { WorkspaceId } from '../ids.ts';
import { joinRedactors, type RedactedText, type Redactor, redactedFromStore } from '../redaction/index.ts';
import { finishInTurns } from '../vault/finish-in-turns.ts';
import type { Vault } from '../vault/vault.ts';
import type { VaultSnapshots } from '../vault/vault-snapshot.ts';

export interface LateRedactions {
  /** For the kept output. Null when nothing has become a secret since, so it can be shown unchanged. */
  readonly kept: Redactor | null;
  /** For what is made out of it. */
  readonly last: Redactor;
}

/** `reader`: the personal workspace of a reader from another workspace. */
export type LateRedaction = (workspaceId: WorkspaceId, since: number, reader?: WorkspaceId) => Promise<LateRedactions>;

export function createLateRedaction(vault: Pick<Vault, 'changedSince'>, snapshots: VaultSnapshots): LateRedaction {
  return async (workspaceId, since, reader = workspaceId) => {
    const last = (await snapshots(workspaceId)).redactor;
    if (reader !== workspaceId) {
      // Redacts before anything is cut out: a part of a value is no longer recognized.
      const both = joinRedactors(last, (await snapshots(reader)).redactor);
      return { kept: both, last: both };
    }
    return { kept: (await vault.changedSince(workspaceId, since)) ? last : null, last };
  };
}

/** The kept output as it may be shown today. */
export async function redactKept({ kept }: Pick<LateRedactions, 'kept'>, text: string): Promise<RedactedText> {
  return kept === null ? redactedFromStore(text) : finishInTurns(kept.redactSteps(text));
}
