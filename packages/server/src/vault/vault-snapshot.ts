/** A workspace's vault as one execution sees it: the names, the values, and the redactor that knows them all. */

import type { SecretValue } from '@synapse/runner';
import type { WorkspaceId } from '../ids.ts';
import type { NamedValue, Redactor } from '../redaction/index.ts';
import type { Clearance } from './clearance.ts';
import { keepUp, rebuild, type WholeRedactor } from './keep-up-redactor.ts';
import { missingSecret } from './missing-secret.ts';
import type { OpenedSecret, ReplacedSecret, SecretTerms, Vault } from './vault.ts';

export interface VaultSnapshot {
  has(name: string): boolean;
  /** Of all of them. */
  names(): Iterable<string>;
  /** Where it may be sent. Throws secret_missing. */
  termsOf(name: string): SecretTerms;
  /** Opens a value for the machine that the clearance is for. */
  value(name: string, clearance: Clearance): SecretValue;
  /** Only to find it in what a machine prints, here or on another instance: never to be sent to a machine. */
  valueToRedact(name: string): string | undefined;
  readonly redactor: Redactor;
}

/**
 * The newest version of a workspace's vault. Building the redactor costs milliseconds, so it is kept until the vault
 * changes. A caller that has just read which version that is passes it.
 */
export type VaultSnapshots = (workspaceId: WorkspaceId, version?: number) => Promise<VaultSnapshot>;

export interface KeptSnapshots {
  readonly newest: VaultSnapshots;
  /**
   * The newest, or, while the database is away, the last known one. Only for showing something. A caller that has just
   * read the vault's version passes it, and it is not read again.
   */
  readonly newestKnown: (workspaceId: WorkspaceId, version?: number) => Promise<VaultSnapshot>;
}

/** How many users' snapshots are kept, and with how many states in all. The least recently used goes first. */
const KEPT = 50;
const KEPT_STATES = 8_000_000;

interface Kept {
  readonly version: number;
  /** A promise: when several commands come together, one builds and the others wait for it. */
  snapshot: Promise<VaultSnapshot>;
  states: number;
  /** The newest redactor that was built in one piece. The next version adds to it. */
  whole: WholeRedactor | null;
}

export function createVaultSnapshots(
  vault: Pick<Vault, 'version' | 'writtenVersion' | 'openAll' | 'openReplaced'>,
): KeptSnapshots {
  const kept = new Map<string, Kept>();
  /** Background work is done one after the other. */
  let leisure: Promise<unknown> = Promise.resolve();
  const letGo = (newest: string): void => {
    let states = 0;
    for (const one of kept.values()) states += one.states;
    for (const [oldest, one] of kept) {
      if (oldest === newest || (kept.size <= KEPT && states <= KEPT_STATES)) break;
      kept.delete(oldest);
      states -= one.states;
    }
  };

  async function open(workspaceId: WorkspaceId, entry: Kept): Promise<VaultSnapshot> {
    const [opened, replaced] = await Promise.all([vault.openAll(workspaceId), vault.openReplaced(workspaceId)]);
    const values = toRedact(opened, replaced);
    const known = (name: string) => {
      const secret = opened.get(name);
      if (secret === undefined) throw missingSecret(name, { names: () => opened.keys() });
      return secret;
    };
    const { redactor, whole, patched } = await keepUp(entry.whole, values);
    entry.whole = whole;
    const snapshot: VaultSnapshot = {
      has: (name) => opened.has(name),
      names: () => opened.keys(),
      termsOf: (name) => known(name).terms,
      value: (name, clearance) => {
        if (!clearance.covers(name)) throw new Error('a secret was asked for that was not cleared');
        return known(name).value;
      },
      valueToRedact: (name) => opened.get(name)?.value.reveal(),
      redactor,
    };
    if (patched) {
      const renew = async (): Promise<void> => {
        // A caller who came later has asked for it too.
        if (kept.get(workspaceId) !== entry) return;
        const rebuilt = await rebuild(values);
        const newest = kept.get(workspaceId);
        if (newest !== undefined) newest.whole = rebuilt;
        if (newest === entry) keep(workspaceId, entry, Promise.resolve({ ...snapshot, redactor: rebuilt.redactor }));
      };
      // If it fails, the redactor in two pieces stays: it removes just as much.
      leisure = leisure.then(renew).catch(() => undefined);
    }
    return snapshot;
  }

  function keep(workspaceId: WorkspaceId, entry: Kept, snapshot: Promise<VaultSnapshot>): void {
    entry.snapshot = snapshot;
    snapshot.then(
      ({ redactor }) => {
        entry.states = redactor.weight;
        letGo(workspaceId);
      },
      () => {
        if (kept.get(workspaceId) === entry) kept.delete(workspaceId);
      },
    );
  }

  async function newestFrom(workspaceId: WorkspaceId, read: number | undefined): Promise<VaultSnapshot> {
    const stored = read ?? (await vault.version(workspaceId));
    const known = kept.get(workspaceId);
    // What was stored here since it was read counts, too.
    const version =
      read === undefined ? stored : Math.max(read, vault.writtenVersion(workspaceId), known?.version ?? 0);
    kept.delete(workspaceId);
    if (known !== undefined && known.version === version) {
      kept.set(workspaceId, known);
      return known.snapshot;
    }
    const entry: Kept = { version, snapshot: NEVER, states: 0, whole: known?.whole ?? null };
    kept.set(workspaceId, entry);
    keep(workspaceId, entry, open(workspaceId, entry));
    return entry.snapshot;
  }

  return {
    newest: (workspaceId, version) => newestFrom(workspaceId, version),
    newestKnown: (workspaceId, version) =>
      newestFrom(workspaceId, version).catch(
        (error: unknown) => kept.get(workspaceId)?.snapshot ?? Promise.reject(error),
      ),
  };
}

/** Until there is one. */
const NEVER = new Promise<VaultSnapshot>(() => undefined);

/** Everything that is not shown. Keys tell values of one name apart. */
function toRedact(
  opened: ReadonlyMap<string, OpenedSecret>,
  replaced: readonly ReplacedSecret[],
): ReadonlyMap<string, NamedValue> {
  const values = new Map<string, NamedValue>();
  for (const [name, { value, terms }] of opened)
    values.set(name, { name, value: value.reveal(), yields: terms.madeBy === 'assistant' });
  for (const [index, { name, value }] of replaced.entries())
    values.set(`${name} ${index}`, { name, value: value.reveal(), yields: false });
  return values;
}
