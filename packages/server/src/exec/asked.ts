/** The answers of the database that an order needs before it is opened. */
import type { Expanded } from '../aliases/aliases.ts';
import type { MachineRecord } from '../machines/machines.ts';
import type { InForce } from '../policy/index.ts';

/** Each may refuse; they are waited for in the order of the story. */
export interface Asked {
  readonly target: Promise<{ readonly target: MachineRecord; readonly container: string | null }>;
  readonly expanded: Promise<Expanded>;
  readonly inForce: Promise<InForce>;
}

/** The same, asked for while the caller was let in. */
export interface AskedAhead extends Asked {
  /** A moment of `performance.now()`: the answers are no older. */
  readonly since: number;
}
