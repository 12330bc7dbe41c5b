/** In the database: the machines that members of a crew have used, and the tokens and connections of their clients. */
import type { Queries } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';

/** Which actor used which machine of the crew since then: one row for each pair. */
export async function machinesUsed(queries: Queries, crewId: WorkspaceId, since: number) {
  const rows = await queries
    .selectFrom('audit_entries')
    .select(['actor', 'machine'])
    .select((eb) => eb.fn.max('created_at').as('last_at'))
    .where('workspace_id', '=', crewId)
    .where('created_at', '>=', since)
    .where('source', '<>', 'crew')
    // A refused command used no machine.
    .where('status', 'not in', ['refused', 'pending'])
    .where('actor', 'is not', null)
    .groupBy(['actor', 'machine'])
    .execute();
  return rows.map(({ actor, machine, last_at }) => ({
    userId: (JSON.parse(actor ?? '{}') as { user_id: string }).user_id,
    machine,
    lastAt: Number(last_at),
  }));
}

/** The AI tokens of the members. Each reads at least names, and with `mcp:read` the log and the outputs too. */
export async function tokensOfMembers(queries: Queries, crewId: WorkspaceId, now: number) {
  return queries
    .selectFrom('ai_tokens')
    .select(['user_id', 'label', 'hint'])
    .where('user_id', 'in', memberIds(queries, crewId))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .execute();
}

/** The connections, with the machines that each is limited to. */
export async function connectionsOfMembers(queries: Queries, crewId: WorkspaceId, now: number) {
  return queries
    .selectFrom('connections')
    .select(['user_id', 'client_host', 'machines'])
    .where('user_id', 'in', memberIds(queries, crewId))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .execute();
}

const memberIds = (queries: Queries, crewId: WorkspaceId) =>
  queries.selectFrom('crew_members').select('crew_members.user_id').where('crew_members.crew_id', '=', crewId);
