/** For calls that take an alias: what the alias carries is added to what the call says, before that is checked. */
import { CREW_SLUG } from '@synapse/contract';
import type * as z from 'zod';
import type { Access } from '../access/access.ts';
import type { Aliases, AliasLookup } from '../aliases/aliases.ts';
import { readAddress } from '../exec/prepare/enter-workspace.ts';
import { personalWorkspaceId } from '../ids.ts';

export interface AliasedServices {
  readonly aliases: Pick<Aliases, 'complete'>;
  readonly access: Access;
}

/** `crew`: in whose address the call came; null: in one's own. */
export type Complete = (given: unknown, userId: string, crew: string | null) => Promise<unknown>;

export const byAlias = ({ aliases, access }: AliasedServices, { shape }: z.ZodObject): Complete => {
  const takes = Object.keys(shape);
  return (given, userId, crew) => aliases.complete(given, takes, () => lookupsOf(access, userId, crewsIn(given, crew)));
};

/**
 * The crews of the machines that a call names; null: one's own. Without a machine it is the workspace in whose address
 * the call came, so no alias aims at a crew that the call does not name.
 */
function crewsIn(given: unknown, crew: string | null): ReadonlySet<string | null> {
  const { machine, slug, machines } = (given ?? {}) as Readonly<Record<string, unknown>>;
  const names = [machine, slug, ...(Array.isArray(machines) ? machines : [])].filter(
    (name) => typeof name === 'string',
  );
  return new Set(names.length === 0 ? [crew] : names.map((name) => readAddress(name).crew ?? crew));
}

/** A crew's aliases are there for its members. Others find none, and are refused where the machine is looked up. */
async function lookupsOf(
  access: Pick<Access, 'crewsOf'>,
  userId: string,
  named: ReadonlySet<string | null>,
): Promise<AliasLookup[]> {
  const slugs = [...named].filter((name) => name !== null);
  const own = named.has(null) ? [{ workspaceId: personalWorkspaceId(userId) }] : [];
  if (slugs.length === 0) return own;
  const isMeant = (crew: string) => slugs.some((name) => name === crew || !CREW_SLUG.test(name));
  const crews = (await access.crewsOf(userId)).filter(({ crew }) => isMeant(crew));
  return [...own, ...crews.map(({ id }) => ({ workspaceId: id, memberId: userId }))];
}
