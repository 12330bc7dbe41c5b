/** Invitations to a crew: an address with a code that is good once, for a week. Only a hash of the code is stored. */
import { createHash, randomBytes } from 'node:crypto';
import {
  argumentsInvalid,
  because,
  CREW_LIMITS,
  type Crew,
  type CrewRole,
  type Invitation,
  momentMs,
  type NewInvitation,
  Refusal,
} from '@synapse/contract';
import { type Access, assertCan, can, type Workspace } from '../access/access.ts';
import type { Audit } from '../audit/audit.ts';
import { type Clock, DAY_MS, isoTime, isoTimeOrNull } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { newId } from '../ids.ts';
import {
  deleteInvitation,
  findInvitation,
  findMember,
  hasPassed,
  type InvitationRow,
  insertInvitation,
  invitationsOf,
  putMember,
  takeInvitation,
} from './crew-store.ts';
import {
  assertStillOwner,
  type CrewEffects,
  type CrewPerson,
  type Crews,
  crewNote,
  lockMembership,
  newMember,
  refuseFull,
} from './crews.ts';

export interface Invitations {
  /** The only answer that has the code. */
  create(
    by: CrewPerson,
    crew: Workspace,
    wish: NewInvitation,
  ): Promise<{ id: string; code: string; expires_at: string }>;
  list(crew: Workspace): Promise<Invitation[]>;
  remove(by: CrewPerson, crew: Workspace, id: string): Promise<void>;
  /** `given`: the code, or the address that it came in. Throws invitation_invalid, member_exists. */
  join(by: CrewPerson, given: string): Promise<Crew>;
}

export function createInvitations(
  database: Database,
  clock: Clock,
  audit: Pick<Audit, 'note' | 'committed'>,
  crews: Pick<Crews, 'list'>,
  access: Pick<Access, 'enter' | 'membersOf'>,
  effects: Pick<CrewEffects, 'updatePages' | 'dropLostRights'>,
): Invitations {
  return {
    create: async (by, crew, { role, until: wanted }) => {
      assertCan(crew, 'write-members');
      const until = wanted == null ? null : momentMs(wanted);
      const now = clock();
      const code = randomBytes(24).toString('base64url');
      const row: InvitationRow = {
        id: newId(now),
        crew_id: crew.id,
        code_hash: hashOf(code),
        role,
        until,
        created_at: now,
        created_by: by.username,
        expires_at: now + CREW_LIMITS.invitationDays * DAY_MS,
      };
      const entry = await database.transaction(async (tx) => {
        await assertStillOwner(access, tx, by, crew);
        if (until !== null && (await hasPassed(tx, until, now)))
          throw argumentsInvalid([{ field: 'until', problem: because('in_the_past') }]);
        const { invitations: max } = CREW_LIMITS;
        if ((await invitationsOf(tx, crew.id, now)).length >= max)
          throw new Refusal('limit_reached', { max, what: because('crew_invitations') });
        await insertInvitation(tx, row);
        return audit.note(tx, crewNote(by, crew, `invitation add ${role} (${row.id})`));
      });
      audit.committed(entry);
      return { id: row.id, code, expires_at: isoTime(row.expires_at) };
    },

    list: async (crew) => {
      assertCan(crew, 'write-members');
      return (await invitationsOf(database.queries, crew.id, clock())).map(invitationView);
    },

    remove: async (by, crew, id) => {
      assertCan(crew, 'write-members');
      const entry = await database.transaction(async (tx) => {
        await assertStillOwner(access, tx, by, crew);
        const row = await deleteInvitation(tx, crew.id, id);
        if (row === undefined) throw new Refusal('not_found');
        return audit.note(tx, crewNote(by, crew, `invitation rm ${row.role} (${id})`));
      });
      audit.committed(entry);
    },

    join: async (by, given) => {
      const hash = hashOf(codeIn(given));
      const { crew, entry } = await database.transaction(async (tx) => {
        const crew = await findInvitation(tx, hash, clock());
        if (crew === undefined) throw new Refusal('invitation_invalid');
        await lockMembership(tx, crew.id, by.id);
        const member = await findMember(tx, crew.id, by.id);
        // Rolled back with the transaction, so that another person can use the invitation.
        if (member !== undefined && !(member.until !== null && (await hasPassed(tx, member.until, clock()))))
          throw new Refusal('member_exists');
        // Valid only while its maker may invite: their role may have expired.
        const maker = (await access.membersOf(crew.id, tx)).find(({ username }) => username === crew.created_by);
        if (maker === undefined || !can(maker, 'write-members')) throw new Refusal('invitation_invalid');
        const invitation = await takeInvitation(tx, hash, clock());
        if (invitation === undefined) throw new Refusal('invitation_invalid');
        const { role, until } = invitation;
        if (until !== null && (await hasPassed(tx, until, clock()))) throw new Refusal('invitation_invalid');
        if (member === undefined) await refuseFull(tx, crew.id, by.id);
        await effects.dropLostRights(tx, crew.id, by);
        await putMember(tx, newMember(crew.id, by.id, role as CrewRole, until, clock()));
        const note = crewNote(by, { id: crew.id, crew: crew.slug }, `member join ${by.username} ${role}`);
        return { crew, entry: await audit.note(tx, note) };
      });
      audit.committed(entry);
      effects.updatePages([crew.id]);
      const joined = (await crews.list(by.id)).find(({ slug }) => slug === crew.slug);
      if (joined === undefined) throw new Refusal('not_found');
      return joined;
    },
  };
}

const hashOf = (code: string): Buffer => createHash('sha256').update(`synapse crew invitation ${code}`).digest();

/** The code itself, or the end of an address that has it. */
const codeIn = (given: string): string => given.slice(given.lastIndexOf('=') + 1);

const invitationView = (row: InvitationRow): Invitation => ({
  id: row.id,
  role: row.role as CrewRole,
  until: isoTimeOrNull(row.until),
  created_at: isoTime(row.created_at),
  created_by: row.created_by,
  expires_at: isoTime(row.expires_at),
});
