/** A policy as it was read: what it says, in our own terms. */
import type { Condition, Decider, Preset, Verdict } from '@synapse/contract';

export interface Policy {
  readonly fallback: Preset;
  readonly machines: readonly { readonly key: string; readonly preset: Preset }[];
  readonly rules: readonly Rule[];
}

export interface Rule {
  readonly name: string;
  readonly when: Readonly<Partial<Record<Condition, readonly string[]>>>;
  readonly verdict: Verdict;
  /** A client that can show a question may ask its user, too. */
  readonly askClient: boolean;
  /** Who is asked; by default the person who gave the order. */
  readonly decider?: Decider;
  /** How many different people have to approve; one unless said. */
  readonly approvals?: number;
  /** What it lets pass may show private data. */
  readonly reveal: boolean;
}

/** Says nothing: everything is allowed. */
export const NO_POLICY: Policy = { fallback: 'open', machines: [], rules: [] };
