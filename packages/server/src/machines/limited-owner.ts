/** A caller that a person has limited to some machines: the others are not there for it. Pure. */
import { Refusal } from '@synapse/contract';

interface Limited {
  readonly machines?: readonly string[] | null | undefined;
}

export function mayUse({ machines }: Limited, slug: string): boolean {
  return machines == null || machines.includes(slug);
}

/** A user who may change the connection of a machine has no such limits. */
export function refuseLimited({ machines }: Limited): void {
  if (machines != null) throw new Refusal('connection_limited');
}
