/** What checks found of the machines of a workspace, as its reader may see it. */
import type { Language, MachineHealth } from '@synapse/contract';
import { can, type Workspace } from '../access/access.ts';
import type { WorkspaceId } from '../ids.ts';

export type HealthIn = (workspace: Workspace, language: Language) => Promise<MachineHealth[]>;

export const createHealthIn =
  (look: (workspaceId: WorkspaceId, language: Language) => Promise<MachineHealth[]>): HealthIn =>
  async (workspace, language) => {
    const checked = await look(workspace.id, language);
    // What a check says of a failure names the address.
    return can(workspace, 'write-machines') ? checked : checked.map((one) => ({ ...one, message: null }));
  };
