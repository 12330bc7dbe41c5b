/** For calls that take an alias: what the alias carries is added to what the call says, before that is checked. */
import type * as z from 'zod';
import type { Aliases } from '../aliases/aliases.ts';

export interface AliasedServices {
  readonly aliases: Pick<Aliases, 'complete'>;
}

export const byAlias = ({ aliases }: AliasedServices, { shape }: z.ZodObject) => {
  const takes = Object.keys(shape);
  return (given: unknown, userId: string): Promise<unknown> => aliases.complete(userId, given, takes);
};
