/** Stands for a machine that was removed while a job ran on it: nothing can be run there. */
import type { WorkspaceId } from '../../ids.ts';
import type { MachineRecord } from '../../machines/machines.ts';

export function removedMachine(workspaceId: WorkspaceId, id: string, slug: string): MachineRecord {
  return {
    id,
    workspaceId,
    slug,
    label: slug,
    kind: 'agent',
    containers: [],
    defaultContainer: null,
    defaultCwd: null,
    connection: null,
    hostKeys: {},
    sandboxes: {},
    sudoSecret: null,
    tags: [],
    status: 'disabled',
    madeBy: 'assistant',
    confirmed: false,
    version: 0,
    lastSeenAt: null,
    lastFailedAt: null,
    createdAt: 0,
    updatedAt: 0,
  };
}
