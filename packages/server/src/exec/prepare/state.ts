/** What an order needs from the database before it is opened. */
import type { Expanded } from '../../aliases/aliases.ts';
import type { MachineRecord } from '../../machines/machines.ts';
import type { InForce } from '../../policy/index.ts';

/** Each may reject with a refusal; awaited in the order of the steps. */
export interface OrderState {
  readonly target: Promise<{ readonly target: MachineRecord; readonly container: string | null }>;
  readonly expanded: Promise<Expanded>;
  readonly inForce: Promise<InForce>;
}

/** What an answer needs of its owner. */
export interface OwnerState {
  /** The version of the vault. */
  readonly vault: number;
  /** The owner's filters, as JSON. */
  readonly rules: string;
}
