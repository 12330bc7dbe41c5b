/** Whose execution the id in an address names. */
import type { Access, Workspace } from '../../access/access.ts';
import type { Executions } from '../../follow-up/executions.ts';
import type { Call } from '../endpoint.ts';

export interface FindsExecutions {
  readonly executions: Pick<Executions, 'wholeId' | 'isKnown'>;
  readonly access: Pick<Access, 'crewsOf'>;
}

/** In one's own workspace, or else in that of a crew. In the address of a crew: only there. */
export async function executionOf(
  { executions, access }: FindsExecutions,
  { session, workspace, enter }: Pick<Call<'user'>, 'session' | 'workspace' | 'enter'>,
  given: string,
): Promise<{ readonly workspace: Workspace; readonly id: string }> {
  const own = await executions.wholeId(workspace.id, given);
  if (workspace.crew !== null || (await executions.isKnown(workspace.id, own))) return { workspace, id: own };
  for (const { id: crewId, crew } of await access.crewsOf(session.user.id)) {
    const id = await executions.wholeId(crewId, given);
    if (await executions.isKnown(crewId, id)) return { workspace: (await enter(crew, 'read-log')).workspace, id };
  }
  return { workspace, id: own };
}
