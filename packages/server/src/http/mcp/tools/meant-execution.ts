/** Which execution a caller means by an id, in which of their workspaces. */
import { type Access, personalWorkspace, type Workspace } from '../../../access/access.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { Executions } from '../../../follow-up/executions.ts';
import { callerIn, crewsOf } from './workspaces.ts';

export interface FindsExecutions {
  readonly access: Pick<Access, 'crewsOf'>;
  readonly executions: Pick<Executions, 'wholeId' | 'isKnown' | 'assertKnown'>;
}

/** The whole id. Throws execution_not_found for an execution on a machine that the token does not reach. */
async function meantId(
  executions: FindsExecutions['executions'],
  { workspaceId, machines }: Caller,
  given: string,
): Promise<string> {
  const executionId = await executions.wholeId(workspaceId, given);
  if (machines != null) await executions.assertKnown(workspaceId, executionId, machines);
  return executionId;
}

/** The same in the workspaces of the caller: whose it is, and in which. */
export async function meantIn(
  { executions, access }: FindsExecutions,
  caller: Caller,
  given: string,
): Promise<{ readonly workspace: Workspace; readonly executionId: string }> {
  for (const workspace of await crewsOf(access, caller)) {
    const executionId = await executions.wholeId(workspace.id, given);
    if (!(await executions.isKnown(workspace.id, executionId))) continue;
    const { machines } = callerIn(caller, workspace);
    if (machines != null) await executions.assertKnown(workspace.id, executionId, machines);
    return { workspace, executionId };
  }
  return {
    workspace: personalWorkspace(caller.userId),
    executionId: await meantId(executions, caller, given),
  };
}
