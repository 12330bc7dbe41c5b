/** The vault of an order: the secrets of its machine's workspace. */
import { personalWorkspaceId } from '../../ids.ts';
import { joinRedactors } from '../../redaction/index.ts';
import type { VaultSnapshot, VaultSnapshots } from '../../vault/vault-snapshot.ts';
import type { Order } from '../order.ts';

/**
 * Output is redacted with the vault of the caller, too: on the machine of a crew their own secrets are
 * not filled in, and not shown either. `version`: of the workspace's vault, where it was just read.
 */
export async function openVault(
  snapshots: VaultSnapshots,
  { workspaceId, actor }: Pick<Order, 'workspaceId' | 'actor'>,
  version?: number,
): Promise<VaultSnapshot> {
  const vault = await snapshots(workspaceId, version);
  if (actor === undefined) return vault;
  const own = await snapshots(personalWorkspaceId(actor.id));
  return { ...vault, redactor: joinRedactors(vault.redactor, own.redactor) };
}
