/** What an order prints is shown without private data, also data that is not in the vault. */
import type { PolicyDecision } from '../../policy/index.ts';
import { hidingShapes } from '../../redaction/index.ts';
import type { VaultSnapshot } from '../../vault/vault-snapshot.ts';

/** Unless a rule of the policy lets it be shown. */
export function hidingPrivate(vault: VaultSnapshot, policyDecision: PolicyDecision | null): VaultSnapshot {
  return policyDecision?.reveal === true ? vault : { ...vault, redactor: hidingShapes(vault.redactor) };
}
