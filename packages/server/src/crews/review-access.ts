/** The access review: what each member of a crew may do, since when, until when, and what they have used of it. */
import { CREW_LIMITS, type CrewAccess } from '@synapse/contract';
import { assertCan, type Workspace } from '../access/access.ts';
import { connectionLabel } from '../auth/caller.ts';
import { type Clock, DAY_MS, isoTime, isoTimeOrNull } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { connectionsOfMembers, machinesUsed, tokensOfMembers } from './access-store.ts';
import { membersOf } from './crew-store.ts';

export type ReviewAccess = (crew: Workspace) => Promise<CrewAccess[]>;

export function createReviewAccess(database: Pick<Database, 'queries'>, clock: Clock): ReviewAccess {
  return async (crew) => {
    assertCan(crew, 'review-access');
    const { queries } = database;
    const now = clock();
    const since = now - CREW_LIMITS.accessDays * DAY_MS;
    const used = Map.groupBy(await machinesUsed(queries, crew.id, since), ({ userId }) => userId);
    const tokens = Map.groupBy(await tokensOfMembers(queries, crew.id, now), ({ user_id }) => user_id);
    const connections = Map.groupBy(
      (await connectionsOfMembers(queries, crew.id, now)).filter(({ machines }) => reaches(machines, crew.crew ?? '')),
      ({ user_id }) => user_id,
    );
    return (await membersOf(queries, crew.id, now)).map((member) => {
      const uses = used.get(member.id) ?? [];
      return {
        username: member.username,
        role: member.role,
        source: member.source,
        until: isoTimeOrNull(member.until),
        since: isoTime(member.since),
        machines: [...new Set(uses.map(({ machine }) => machine))].sort(),
        last_used_at: uses.length === 0 ? null : isoTime(Math.max(...uses.map(({ lastAt }) => lastAt))),
        tokens: (tokens.get(member.id) ?? []).map(({ label, hint }) => label ?? hint),
        connections: (connections.get(member.id) ?? []).map(({ client_host }) => connectionLabel(client_host)),
        due: uses.length === 0 && member.since <= since,
      };
    });
  };
}

/** Whether a connection that is limited to these machines, if to any, has one of the crew among them. */
function reaches(machines: string | null, crew: string): boolean {
  return machines === null || (JSON.parse(machines) as string[]).some((name) => name.startsWith(`${crew}/`));
}
