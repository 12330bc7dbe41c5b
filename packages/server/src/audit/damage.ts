/** Whose audit log is damaged, as far as this instance knows: found when signing it, or by a verification. */
import type { WorkspaceId } from '../ids.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { Verdict } from './verify.ts';

export interface Damage {
  /** What came out of verifying the log of a workspace. */
  verified(workspaceId: WorkspaceId, state: Verdict['state']): void;
  /** How many users have a damaged log. */
  count(): number;
}

export function createDamage(checkpoints: Pick<Checkpoints, 'broken'>): Damage {
  const found = new Set<string>();
  return {
    verified: (workspaceId, state) => {
      if (state === 'damaged') found.add(workspaceId);
      if (state === 'intact') found.delete(workspaceId);
    },
    count: () => new Set([...found, ...checkpoints.broken()]).size,
  };
}
