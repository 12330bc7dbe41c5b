/** Which execution a caller means by an id, in which of their workspaces. */
import { Refusal } from '@synapse/contract';
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
  const own = personalWorkspace(caller.userId);
  const found: { readonly workspace: Workspace; readonly executionId: string }[] = [];
  const crews = await crewsOf(access, caller);
  for (const workspace of crews.length === 0 ? [] : [own, ...crews]) {
    const executionId = await executions.wholeId(workspace.id, given);
    if (await executions.isKnown(workspace.id, executionId)) found.push({ workspace, executionId });
  }
  // A prefix that matches executions of several workspaces is ambiguous.
  if (found.length > 1) throw new Refusal('execution_not_found');
  const [only] = found;
  if (only === undefined || only.workspace.crew === null)
    return { workspace: own, executionId: await meantId(executions, caller, given) };
  const { machines } = callerIn(caller, only.workspace);
  if (machines != null) await executions.assertKnown(only.workspace.id, only.executionId, machines);
  return only;
}
