/** Policies ready to be asked, each compiled once for a version; what is known of the version comes from the database. */
import type { Queries } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import { type CompiledPolicy, compilePolicy } from './compile-policy.ts';
import { findPolicy, INSTANCE, type InForce } from './policy-store.ts';
import { readPolicy } from './read-policy.ts';

/**
 * The policies that are in force for a workspace, its own first; empty without any. In a crew, that of who
 * gives the order is among them.
 */
export type PoliciesOf = (workspaceId: WorkspaceId, inForce: InForce) => Promise<readonly CompiledPolicy[]>;

/** So many are kept; the least recently used goes first. */
const KEPT = 200;

interface Kept {
  readonly version: number;
  /** A promise: of commands that come together one compiles, and the others wait for it. */
  readonly policy: Promise<CompiledPolicy>;
}

export function createPoliciesOf(queries: Queries): PoliciesOf {
  const kept = new Map<string, Kept>();

  const load = async (id: string): Promise<CompiledPolicy> => {
    // One that was written since the look is newer: the newest is what counts.
    const stored = await findPolicy(queries, id);
    const text = stored?.text ?? '';
    return compilePolicy(await readPolicy(text), text);
  };

  const compiled = (id: string, version: number): Promise<CompiledPolicy> => {
    const known = kept.get(id);
    kept.delete(id);
    const entry = known?.version === version ? known : { version, policy: load(id) };
    kept.set(id, entry);
    if (entry !== known) entry.policy.catch(() => kept.get(id) === entry && kept.delete(id));
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return entry.policy;
  };

  return (workspaceId, { policy, instancePolicy, member }) => {
    const wanted: Promise<CompiledPolicy>[] = [];
    if (policy > 0) {
      const own = compiled(workspaceId, policy);
      wanted.push(member === undefined ? own : own.then((one) => ({ ...one, crew: member.crew })));
    }
    if (instancePolicy > 0) wanted.push(compiled(INSTANCE, instancePolicy));
    if (member !== undefined && member.policy > 0) wanted.push(compiled(member.id, member.policy));
    return Promise.all(wanted);
  };
}
