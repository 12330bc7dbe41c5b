/** The rules of temporary access: a member asks for a higher role for some hours, and a member with the right grants it. */
import {
  type AccessDecision,
  type AccessRequest,
  argumentsInvalid,
  because,
  CREW_LIMITS,
  type CrewAction,
  type NewAccessRequest,
  Refusal,
  type RequestedRole,
  type RequestStatus,
} from '@synapse/contract';
import { type Access, assertCan, can, hasRole, type Workspace } from '../access/access.ts';
import type { Audit } from '../audit/audit.ts';
import { type Clock, DAY_MS, isoTime, isoTimeOrNull } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import { newId, personalWorkspaceId, type WorkspaceId } from '../ids.ts';
import { announceRequest } from '../notifications/notifications.ts';
import { databaseTime, findMember, lendRole } from './crew-store.ts';
import { type CrewEffects, type CrewPerson, crewNote, lockMembership } from './crews.ts';
import {
  countPendingRequests,
  decideRequest,
  expireRequests,
  findRequest,
  findRequestById,
  insertRequest,
  listRequests,
  type RequestRow,
} from './request-store.ts';

export interface AccessRequests {
  /** Throws arguments_invalid for a role that one has already, and limit_reached. */
  add(by: CrewPerson, crew: Workspace, wish: NewAccessRequest): Promise<AccessRequest>;
  /** Those that one may answer, and one's own; newest first. */
  list(by: Pick<CrewPerson, 'id'>, crew: Workspace, status: RequestStatus | undefined): Promise<AccessRequest[]>;
  /** Approved: the role counts from now on, for as long as was asked. Throws role_required, approval_decided. */
  decide(by: CrewPerson, crew: Workspace, id: string, decision: AccessDecision['decision']): Promise<AccessRequest>;
  /** The request while it is pending, where the user is the crew itself or a member who may answer it; otherwise null. */
  waitingFor(userId: string, id: string): Promise<WaitingRequest | null>;
  expire(): Promise<void>;
}

export interface WaitingRequest {
  readonly request: AccessRequest;
  readonly crew: { readonly id: WorkspaceId; readonly slug: string };
}

export interface RequestParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Pick<Audit, 'note' | 'committed'>;
  readonly access: Pick<Access, 'enter' | 'membersOf'>;
  readonly effects: Pick<CrewEffects, 'changed' | 'updatePages' | 'dropLostRights'>;
}

const KEPT_MS = 90 * DAY_MS;
const HOUR_MS = 3600_000;

/** What answering takes. */
const ANSWERS: Readonly<Record<RequestedRole, CrewAction>> = {
  operator: 'answer-requests',
  keeper: 'answer-keeper-requests',
};

export function createAccessRequests({ database, clock, audit, access, effects }: RequestParts): AccessRequests {
  /** Everybody who may answer it, except the member who asked. */
  const answerersOf = async ({ crew_id, user_id, role }: RequestRow, at?: Queries): Promise<string[]> => {
    const members = await access.membersOf(crew_id, at);
    const may = members.filter((member) => can(member, ANSWERS[role as RequestedRole]) && member.userId !== user_id);
    return may.map(({ userId }) => userId);
  };

  /** Updates the open pages of those who may answer it and of the member who asked. */
  const updatePages = async (row: RequestRow): Promise<void> =>
    effects.updatePages([row.user_id, ...(await answerersOf(row))]);

  /** Until when they have the role that they asked for: not longer than they are a member. */
  const grantRole = async (
    tx: Queries,
    { crew_id, user_id, role, hours }: RequestRow,
    now: number,
  ): Promise<number> => {
    const asker = (await access.membersOf(crew_id, tx)).find(({ userId }) => userId === user_id);
    const member = await findMember(tx, crew_id, user_id);
    if (asker === undefined || member === undefined) throw new Refusal('not_found');
    if (hasRole(asker, role as RequestedRole))
      throw argumentsInvalid([{ field: 'role', problem: because('role_had') }]);
    await effects.dropLostRights(tx, crew_id, { id: user_id, username: asker.username });
    const lent_until = Math.min(now + hours * HOUR_MS, member.until ?? Number.POSITIVE_INFINITY);
    await lendRole(tx, crew_id, user_id, { lent_role: role, lent_until });
    return lent_until;
  };

  return {
    add: async (by, crew, { role, hours, reason }) => {
      assertCan(crew, 'read');
      const now = clock();
      const row: RequestRow = {
        id: newId(now),
        crew_id: crew.id,
        user_id: by.id,
        username: by.username,
        role,
        hours,
        reason,
        status: 'pending',
        created_at: now,
        expires_at: now + CREW_LIMITS.requestDays * DAY_MS,
        decided_by: null,
        decided_at: null,
        until: null,
      };
      const entry = await database.transaction(async (tx) => {
        await lockMembership(tx, crew.id, by.id);
        const current = await access.enter(by.id, crew.crew ?? '', tx);
        if (hasRole(current, role)) throw argumentsInvalid([{ field: 'role', problem: because('role_had') }]);
        const { requests: max } = CREW_LIMITS;
        if ((await countPendingRequests(tx, crew.id, by.id, now)) >= max)
          throw new Refusal('limit_reached', { max, what: because('crew_requests') });
        await insertRequest(tx, row);
        await announceRequest(tx, {
          id: row.id,
          readers: [crew.id, ...(await answerersOf(row, tx)).map(personalWorkspaceId)],
          createdAt: now,
          expiresAt: row.expires_at,
        });
        return audit.note(tx, crewNote(by, crew, `request add ${role} ${hours}h (${row.id})`));
      });
      audit.committed(entry);
      await updatePages(row);
      return requestView(row, now);
    },

    list: async (by, crew, status) => {
      assertCan(crew, 'read');
      const now = clock();
      const filter = {
        userId: can(crew, 'answer-requests') ? null : by.id,
        status,
        limit: CREW_LIMITS.listedRequests,
      };
      const rows = await listRequests(database.queries, crew.id, filter, now);
      return rows.map((row) => requestView(row, now));
    },

    decide: async (by, crew, id, decision) => {
      const { decided, entry } = await database.transaction(async (tx) => {
        const found = await findRequest(tx, crew.id, id);
        if (found === undefined) {
          assertCan(crew, 'answer-requests');
          throw new Refusal('not_found');
        }
        await lockMembership(tx, crew.id, found.user_id);
        const now = await databaseTime(tx, clock());
        const role = found.role as RequestedRole;
        // The role may be gone since the call was let in.
        assertCan(await access.enter(by.id, crew.crew ?? '', tx), ANSWERS[role]);
        if (found.user_id === by.id) throw new Refusal('approval_not_yours');
        const row = (await findRequest(tx, crew.id, id)) ?? found;
        const status = statusOf(row, now);
        if (status !== 'pending') throw new Refusal('approval_decided', { status });
        const until = decision === 'approve' ? await grantRole(tx, row, now) : null;
        const decided = await decideRequest(tx, id, {
          status: decision === 'approve' ? 'approved' : 'denied',
          decided_by: by.username,
          decided_at: now,
          until,
        });
        if (decided === undefined) throw new Refusal('approval_decided', { status: 'pending' });
        const ends = until === null ? '' : ` until ${isoTime(until)}`;
        const note = crewNote(by, crew, `request ${decision} ${row.username} ${role}${ends} (${id})`);
        return { decided, entry: await audit.note(tx, note) };
      });
      audit.committed(entry);
      await effects.changed(crew.id, decided.user_id);
      await updatePages(decided);
      return requestView(decided, clock());
    },

    waitingFor: async (userId, id) => {
      const found = await findRequestById(database.queries, id);
      if (found === undefined || statusOf(found, clock()) !== 'pending') return null;
      const { slug, ...row } = found;
      const isReader = userId === row.crew_id || (await answerersOf(row)).includes(userId);
      return isReader ? { request: requestView(row, clock()), crew: { id: row.crew_id, slug } } : null;
    },

    expire: () => expireRequests(database.queries, clock(), clock() - KEPT_MS),
  };
}

const statusOf = ({ status, expires_at }: RequestRow, now: number): RequestStatus =>
  status === 'pending' && expires_at <= now ? 'expired' : (status as RequestStatus);

const requestView = (row: RequestRow, now: number): AccessRequest => ({
  id: row.id,
  username: row.username,
  role: row.role as RequestedRole,
  hours: row.hours,
  reason: row.reason,
  status: statusOf(row, now),
  created_at: isoTime(row.created_at),
  expires_at: isoTime(row.expires_at),
  decided_by: row.decided_by,
  decided_at: isoTimeOrNull(row.decided_at),
  until: isoTimeOrNull(row.until),
});
