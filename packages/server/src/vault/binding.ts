/** What a secret is bound to, as it is stored and as it is shown. Pure. */
import type { SecretBinding } from '@synapse/contract';
import { globMatcher } from '../policy/index.ts';

export interface StoredBinding {
  readonly machines: string | null;
  readonly programs: string | null;
  /** JSON array of slugs that `machines` matches and whose machine was removed since; `*`: any. */
  readonly removed_machines: string;
}

export function readBinding({ machines, programs }: StoredBinding): SecretBinding {
  return { machines: readList(machines), programs: readList(programs) };
}

/** What is not given stays as it was: a new value is no reason to be let loose. */
export function writeBinding(wish: Partial<SecretBinding>, before: StoredBinding | undefined): StoredBinding {
  const list = (given: readonly string[] | null | undefined, stored: string | null): string | null =>
    given === undefined ? stored : given === null ? null : JSON.stringify(given);
  return {
    machines: list(wish.machines, before?.machines ?? null),
    programs: list(wish.programs, before?.programs ?? null),
    // A new list of machines means those that exist by then.
    removed_machines: wish.machines === undefined ? (before?.removed_machines ?? '[]') : '[]',
  };
}

export const readRemoved = ({ removed_machines }: Pick<StoredBinding, 'removed_machines'>): string[] =>
  JSON.parse(removed_machines) as string[];

/** After so many, it is bound to no machine until a person binds it again. */
const MOST_REMOVED = 500;

/** With a machine that was removed, where the binding meant it. */
export function withRemoved(before: Omit<StoredBinding, 'programs'>, slug: string): string {
  const removed = readRemoved(before);
  const known = (globs: readonly string[] | null): boolean => globs?.some((glob) => globMatcher(glob)(slug)) ?? false;
  if (!known(readList(before.machines)) || known(removed)) return before.removed_machines;
  return JSON.stringify(removed.length < MOST_REMOVED ? [...removed, slug] : ['*']);
}

const readList = (stored: string | null): string[] | null =>
  stored === null ? null : (JSON.parse(stored) as string[]);
