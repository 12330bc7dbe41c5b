/** The rules of aliases. */
import type { ExecRequest } from '@synapse/contract';

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
