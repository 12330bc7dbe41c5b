/** What a secret is bound to, as it is stored and as it is shown. Pure. */
import type { SecretBinding } from '@synapse/contract';

export interface StoredBinding {
  readonly machines: string | null;
  readonly programs: string | null;
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
  };
}

const readList = (stored: string | null): string[] | null =>
  stored === null ? null : (JSON.parse(stored) as string[]);
