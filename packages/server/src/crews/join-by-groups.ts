/** Sets memberships by the groups of a single sign-on, at every sign-in. */
import { type CrewRole, Refusal } from '@synapse/contract';
import type { Logger } from 'pino';
import { hasRole } from '../access/access.ts';
import type { Audit } from '../audit/audit.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import {
  type CrewRow,
  crewsNamed,
  crewsWithIds,
  deleteMember,
  findMember,
  membershipsFromGroups,
  putMember,
} from './crew-store.ts';
import {
  type CrewEffects,
  type CrewPerson,
  crewNote,
  keepAnOwner,
  lockMembership,
  newMember,
  refuseFull,
} from './crews.ts';

/** A group of the issuer, and the role of its people in a crew. */
export interface GroupOfCrew {
  readonly group: string;
  readonly crew: string;
  readonly role: CrewRole;
}

/** `wanted`: the role in each crew, by slug. Where groups give none, the membership that they gave ends. */
export type JoinByGroups = (person: Omit<CrewPerson, 'plan'>, wanted: ReadonlyMap<string, CrewRole>) => Promise<void>;

/** The highest role that the groups of a person give in each crew. */
export function rolesFromGroups(groups: readonly string[], given: readonly GroupOfCrew[]): Map<string, CrewRole> {
  const roles = new Map<string, CrewRole>();
  for (const { group, crew, role } of given) {
    const known = roles.get(crew);
    if (groups.includes(group) && (known === undefined || !hasRole({ role: known }, role))) roles.set(crew, role);
  }
  return roles;
}

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Pick<Audit, 'note' | 'committed'>;
  readonly effects: Pick<CrewEffects, 'changed' | 'dropLostRights'>;
  readonly log: Logger;
}

export function createJoinByGroups({ database, clock, audit, effects, log }: Parts): JoinByGroups {
  /** What the log of the crew says; null where nothing changes. */
  const put = async (tx: Queries, crew: CrewRow, person: Omit<CrewPerson, 'plan'>, role: CrewRole) => {
    const before = await findMember(tx, crew.id, person.id);
    if (before?.source === 'oidc' && before.role === role && before.until === null) return null;
    if (before === undefined) await refuseFull(tx, crew.id, person.id);
    await effects.dropLostRights(tx, crew.id, person);
    await putMember(tx, newMember(crew.id, person.id, role, null, clock(), 'oidc'));
    await effects.dropLostRights(tx, crew.id, person);
    if (role !== 'owner') await keepAnOwner(tx, [crew.id], person.id, before);
    return `member ${before === undefined ? 'add' : 'set'} ${person.username} ${role} by groups`;
  };
  const drop = async (tx: Queries, crew: CrewRow, person: Omit<CrewPerson, 'plan'>) => {
    const before = await findMember(tx, crew.id, person.id);
    if (before?.source !== 'oidc') return null;
    await deleteMember(tx, crew.id, person.id);
    await effects.dropLostRights(tx, crew.id, person);
    await keepAnOwner(tx, [crew.id], person.id, before);
    return `member rm ${person.username} by groups`;
  };
  /** Each crew by itself: what one cannot do does not keep the others from it, nor the person from signing in. */
  const change = async (
    crew: CrewRow,
    person: Omit<CrewPerson, 'plan'>,
    work: (tx: Queries) => Promise<string | null>,
  ): Promise<void> => {
    try {
      const entry = await database.transaction(async (tx) => {
        await lockMembership(tx, crew.id, person.id);
        const what = await work(tx);
        return what === null ? null : audit.note(tx, crewNote(person, { id: crew.id, crew: crew.slug }, what));
      });
      if (entry === null) return;
      audit.committed(entry);
      await effects.changed(crew.id, person.id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const about = { username: person.username, crew: crew.slug, code: error.code };
      log.warn(about, 'single sign-on groups cannot set this membership: unchanged');
    }
  };

  return async (person, wanted) => {
    const given = await crewsNamed(database.queries, [...wanted.keys()]);
    for (const crew of given) await change(crew, person, (tx) => put(tx, crew, person, wanted.get(crew.slug)!));
    const known = new Set(given.map(({ id }) => id));
    const lost = (await membershipsFromGroups(database.queries, person.id)).filter(
      ({ crew_id }) => !known.has(crew_id),
    );
    for (const crew of await crewsWithIds(
      database.queries,
      lost.map(({ crew_id }) => crew_id),
    ))
      await change(crew, person, (tx) => drop(tx, crew, person));
    const missing = [...wanted.keys()].filter((slug) => !given.some((crew) => crew.slug === slug));
    if (missing.length > 0) log.warn({ crews: missing }, 'single sign-on groups name crews that do not exist');
  };
}
