/**
 * Tags and slugs that a policy names: an assistant may not give or take them, nor make or remove a machine that has one,
 * because that would change what the policy says.
 */
import { because, Refusal } from '@synapse/contract';
import type { Database } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import type { CompiledPolicy } from './compile-policy.ts';
import type { PoliciesOf } from './compiled-policies.ts';
import { readInForce } from './policy-store.ts';

/** The machine's workspace and, in a crew, the member whose assistant acts: their own policy applies as well. */
export interface NamedIn {
  readonly workspaceId: WorkspaceId;
  readonly member?: { readonly id: string; readonly crew: string } | undefined;
}

export interface RefuseNamed {
  /** An assistant changes the tags of a machine. Throws policy_denied. */
  tags(where: NamedIn, before: readonly string[], after: readonly string[]): Promise<void>;
  /** An assistant makes or removes a machine. Throws policy_denied. */
  machine(where: NamedIn, machine: { readonly slug: string; readonly tags: readonly string[] }): Promise<void>;
}

export function createRefuseNamed({ queries }: Database, policiesOf: PoliciesOf): RefuseNamed {
  const policies = async ({ workspaceId, member }: NamedIn): Promise<readonly CompiledPolicy[]> =>
    policiesOf(workspaceId, await readInForce(queries, workspaceId, member));
  const refuseTag = (tags: readonly string[], all: readonly CompiledPolicy[]): void => {
    const named = tags.find((tag) => all.some((policy) => policy.namesTag(tag)));
    if (named !== undefined) throw new Refusal('policy_denied', { reason: because('policy_tag', { tag: named }) });
  };
  return {
    tags: async (where, before, after) => {
      const changed = [
        ...before.filter((tag) => !after.includes(tag)),
        ...after.filter((tag) => !before.includes(tag)),
      ];
      if (changed.length > 0) refuseTag(changed, await policies(where));
    },
    machine: async (where, { slug, tags }) => {
      const all = await policies(where);
      if (all.some((policy) => policy.namesSlug(slug))) {
        throw new Refusal('policy_denied', { reason: because('policy_slug', { machine: slug }) });
      }
      refuseTag(tags, all);
    },
  };
}
