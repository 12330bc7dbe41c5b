/** The rules of aliases. */
import { type ExecRequest, Refusal } from '@synapse/contract';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';

/** What an order becomes once aliases are expanded. */
export interface Expanded {
  readonly command: string;
  /** The alias that was used, as it is written; null for an ordinary command. */
  readonly code: string | null;
}

export interface Aliases {
  /** Throws alias_not_found, alias_multi_step, alias_chained or arguments_invalid. */
  expand(userId: string, request: Pick<ExecRequest, 'command' | 'alias'>): Promise<Expanded>;
  /** One more execution of the alias has really started. */
  countHit(userId: string, code: string): Promise<void>;
}

export function createAliases(_database: Database, _clock: Clock): Aliases {
  return {
    expand: async (_userId, { command, alias }) => {
      if (command === undefined) throw new Refusal('alias_not_found', { code: alias ?? '' });
      return { command, code: null };
    },
    countHit: async () => undefined,
  };
}
