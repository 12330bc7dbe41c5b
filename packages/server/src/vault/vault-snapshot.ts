/** A user's vault as one execution sees it: the names, the values, and the redactor that knows them all. */

import type { SecretValue } from '@synapse/runner';
import { type Redactor, redactorSteps } from '../redaction/index.ts';
import { finishInTurns } from './finish-in-turns.ts';
import type { Vault } from './vault.ts';

export interface VaultSnapshot {
  has(name: string): boolean;
  value(name: string): SecretValue | undefined;
  readonly redactor: Redactor;
}

/** The newest version of a user's vault. Building the redactor costs milliseconds, so it is kept until the vault moves. */
export type VaultSnapshots = (userId: string) => Promise<VaultSnapshot>;

/** So many users' snapshots are kept, of so many states in all; the least recently used goes first. */
const KEPT = 50;
const KEPT_STATES = 8_000_000;

export function createVaultSnapshots(vault: Vault): VaultSnapshots {
  // Promises: of commands that come together one builds, and the others wait for it.
  const kept = new Map<string, { version: number; snapshot: Promise<VaultSnapshot>; states: number }>();
  const letGo = (newest: string): void => {
    let states = 0;
    for (const one of kept.values()) states += one.states;
    for (const [oldest, one] of kept) {
      if (oldest === newest || (kept.size <= KEPT && states <= KEPT_STATES)) break;
      kept.delete(oldest);
      states -= one.states;
    }
  };
  return async (userId) => {
    const version = await vault.version(userId);
    const known = kept.get(userId);
    kept.delete(userId);
    if (known !== undefined && known.version === version) {
      kept.set(userId, known);
      return known.snapshot;
    }
    const entry = { version, snapshot: build(vault, userId), states: 0 };
    kept.set(userId, entry);
    entry.snapshot.then(
      ({ redactor }) => {
        entry.states = redactor.weight;
        letGo(userId);
      },
      () => {
        if (kept.get(userId) === entry) kept.delete(userId);
      },
    );
    return entry.snapshot;
  };
}

async function build(vault: Vault, userId: string): Promise<VaultSnapshot> {
  const values = await vault.openAll(userId);
  const named = Array.from(values, ([name, value]) => ({ name, value: value.reveal() }));
  return {
    has: (name) => values.has(name),
    value: (name) => values.get(name),
    redactor: await finishInTurns(redactorSteps(named)),
  };
}
