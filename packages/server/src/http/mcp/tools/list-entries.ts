/** The log of the workspaces that a caller may read, without the secrets of the crews among them. */
import { AuditEntry, type AuditPage, type AuditQuery, Refusal } from '@synapse/contract';
import type * as z from 'zod';
import type { Audit } from '../../../audit/audit.ts';
import type { Caller } from '../../../auth/caller.ts';
import { readAddress } from '../../../exec/prepare/enter-workspace.ts';
import { personalWorkspaceId } from '../../../ids.ts';
import { mayUse } from '../../../machines/machines.ts';
import { redactAnswer } from '../../redact-answer.ts';
import { withoutAddress } from '../../without-address.ts';
import { crewsOf, type ReadServices } from './workspaces.ts';

export type LogServices = ReadServices & { readonly audit: Pick<Audit, 'listAcross'> };

/** Where a page after each entry would begin. */
export type CountedPage = AuditPage & { readonly cursors: readonly string[] };

/** `machine` may name its crew. */
type Query = z.infer<typeof AuditQuery> & { readonly crew?: string | undefined };

/** How the machine of an entry is named outside of its workspace. */
export const machineOf = ({ crew, machine }: Pick<AuditEntry, 'crew' | 'machine'>): string =>
  crew === undefined ? machine : `${crew}/${machine}`;

export async function listEntries(
  { access, audit, redactorOf }: LogServices,
  caller: Caller,
  { crew: wanted, machine: address, ...query }: Query,
): Promise<CountedPage> {
  const machine = address === undefined ? undefined : readAddress(address);
  const crew = machine?.crew ?? wanted;
  if (crew !== (wanted ?? crew)) throw new Refusal('machine_not_found');
  // A bare name means a machine of one's own.
  const everywhere = machine === undefined ? await crewsOf(access, caller) : [];
  const crews = crew === undefined ? everywhere : [await access.enter(caller.userId, crew)];
  const own = crew === undefined ? [personalWorkspaceId(caller.userId)] : [];
  const workspaces = [...own, ...crews.map(({ id }) => id)];
  const { entries, next_cursor, cursors } = await audit.listAcross(workspaces, { ...query, machine: machine?.slug });
  const bySlug = new Map(crews.map((one) => [one.crew, one]));
  const shown = await Promise.all(
    entries.map((entry) => {
      if (entry.crew === undefined) return entry;
      const workspace = bySlug.get(entry.crew)!;
      const seen = withoutAddress(entry, { workspace, username: workspace.username });
      return redactAnswer(AuditEntry, seen, workspace.id, redactorOf);
    }),
  );
  const isSeen = shown.map((entry) => mayUse(caller, machineOf(entry)));
  return {
    entries: shown.filter((_, at) => isSeen[at]),
    next_cursor,
    cursors: cursors.filter((_, at) => isSeen[at]),
  };
}
