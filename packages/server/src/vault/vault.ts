/** The rules of the vault: names may be listed, values are only opened for an execution, and nothing returns one. */
import {
  argumentsInvalid,
  because,
  type Language,
  LIMITS,
  type Maker,
  type NotedSecret,
  type PutSecretAnswer,
  Refusal,
  type SecretBinding,
  type SecretImport,
  type SecretImportAnswer,
  type SecretReminder,
  type SecretSettings,
  type UsedSecret,
  type Wording,
} from '@synapse/contract';
import { SecretValue } from '@synapse/runner';
import type { TellCrew } from '../access/access.ts';
import { type Clock, isoTime, isoTimeOrNull } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import { nearestNamed } from '../nearest.ts';
import { weakness } from '../redaction/index.ts';
import { readBinding, readRemoved, withRemoved } from './binding.ts';
import { type MasterKey, open, SEAL_BYTES, seal } from './cipher.ts';
import { reminderOf, withoutPastEnd, writeSettings } from './settings.ts';
import {
  boundSecrets,
  changeSettings,
  deleteSecret,
  dropReplaced,
  findSettings,
  hasSecretSince,
  keepReplaced,
  listReplaced,
  listSecrets,
  namesAmong,
  putSecret,
  type ReplacedRow,
  raiseVaultVersion,
  readVaultVersion,
  remindableSecrets,
  type SecretRow,
  setRemovedMachines,
  touchSecrets,
  type VaultSize,
  vaultSize,
} from './vault-store.ts';

export interface StoredSecret extends Omit<PutSecretAnswer, 'warning'> {
  /** Why its value cannot be removed from every output for certain. */
  readonly warning?: Wording;
}

/** The same, in the language of one reader. */
export function storedIn(language: Language, { warning, ...stored }: StoredSecret): PutSecretAnswer {
  return { ...stored, ...(warning === undefined ? {} : { warning: warning[language] }) };
}

/** Under which terms a value may be used. */
export type ShownBinding = SecretBinding & Pick<UsedSecret, 'removed_machines'>;

export interface SecretTerms extends SecretBinding {
  /** Who last set the value. */
  readonly madeBy: Maker;
  /** Machines that the binding meant and that have been removed since: another one of that slug is not meant. */
  readonly removedMachines: readonly string[];
}

/** Read together, so that the terms are those of this value. */
export interface OpenedSecret {
  readonly value: SecretValue;
  readonly terms: SecretTerms;
}

export interface ReplacedSecret {
  readonly name: string;
  readonly value: SecretValue;
}

export interface MovedSecrets {
  readonly from: WorkspaceId;
  readonly to: WorkspaceId;
  readonly names: readonly string[];
  /** Of these the former workspace keeps its own. */
  readonly kept: readonly string[];
  /** The only machine for which a bound one is meant from now on. */
  readonly machine: string;
}

export interface Vault {
  list(workspaceId: WorkspaceId): Promise<NotedSecret[]>;
  /** The secrets that a person should look after. */
  reminders(workspaceId: WorkspaceId): Promise<{ name: string; reminder: SecretReminder }[]>;
  /** Warns when the value is too weak to be removed from every output. */
  put(
    workspaceId: WorkspaceId,
    name: string,
    value: string,
    maker: Maker,
    settings?: SecretSettings,
    tell?: TellCrew,
  ): Promise<StoredSecret>;
  /** Leaves the value alone. Throws secret_not_found. */
  change(workspaceId: WorkspaceId, name: string, settings: SecretSettings, tell?: TellCrew): Promise<void>;
  /** By a person: all of them or none. */
  import(workspaceId: WorkspaceId, wish: SecretImport, tell?: TellCrew): Promise<SecretImportAnswer>;
  /** Throws secret_not_found. */
  remove(workspaceId: WorkspaceId, name: string, maker: Maker, tell?: TellCrew): Promise<void>;
  /** Grows with every change of the workspace's secrets. */
  version(workspaceId: WorkspaceId, at?: Queries): Promise<number>;
  /** The newest one that was made here; 0 where none was. */
  writtenVersion(workspaceId: WorkspaceId): number;
  /** Whether a secret has been stored or replaced since that time. */
  changedSince(workspaceId: WorkspaceId, moment: number): Promise<boolean>;
  /** For snapshots alone, which let a value go only where it may. */
  openAll(workspaceId: WorkspaceId): Promise<ReadonlyMap<string, OpenedSecret>>;
  /** Values of people that an assistant replaced or deleted: they are not shown either. */
  openReplaced(workspaceId: WorkspaceId): Promise<ReplacedSecret[]>;
  /** A machine is removed: bindings no longer mean what is called so from now on. */
  machineRemoved(tx: Queries, workspaceId: WorkspaceId, slug: string): Promise<void>;
  /** Which of these names there are. */
  having(tx: Queries, workspaceId: WorkspaceId, names: readonly string[]): Promise<string[]>;
  /**
   * Secrets move to another workspace with a machine that uses them, and are sealed for it. The returned function is
   * called once that is committed. Throws secret_not_found and vault_full.
   */
  moveWith(tx: Queries, move: MovedSecrets): Promise<() => void>;
  /** Of those that are bound to something. */
  bindings(workspaceId: WorkspaceId): Promise<ReadonlyMap<string, ShownBinding>>;
  /** Written with the commit. */
  markUsed(tx: Queries, workspaceId: WorkspaceId, names: readonly string[]): void;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const { vault: MOST } = LIMITS;
const LONGEST_VALUE = MOST.valueBytes;

type SecretVersion = Pick<SecretRow, 'workspace_id' | 'name' | 'version'>;

/** What a secret's sealed value is bound to. */
export function secretContext({ workspace_id, name, version }: SecretVersion): string[] {
  return ['secret', workspace_id, name, String(version)];
}

export function createVault(database: Database, clock: Clock, key: MasterKey): Vault {
  const { queries } = database;
  /** One number for each user who changed a secret. Noted when it is committed: a change that was undone has no version. */
  const written = new Map<string, number>();
  const note = (workspaceId: WorkspaceId, version: number): void => {
    written.set(workspaceId, Math.max(version, written.get(workspaceId) ?? 0));
  };
  /** True when there was none of that name. */
  const store = async (
    tx: Queries,
    place: SecretVersion,
    value: string,
    maker: Maker,
    settings: SecretSettings,
  ): Promise<boolean> => {
    const now = clock();
    const { keyId, wrappedKey, ciphertext } = seal(key, Buffer.from(value), secretContext(place));
    const before = await findSettings(tx, place.workspace_id, place.name);
    await beforeChange(tx, place.workspace_id, place.name, maker);
    return putSecret(tx, {
      ...place,
      key_id: keyId,
      wrapped_key: wrappedKey,
      sealed: ciphertext,
      created_at: now,
      updated_at: now,
      value_at: now,
      last_used_at: null,
      made_by: maker,
      ...writeSettings(settings, withoutPastEnd(before, now)),
    });
  };

  return {
    list: async (workspaceId) => {
      const now = clock();
      return (await listSecrets(queries, workspaceId)).map((row) => ({
        name: row.name,
        updated_at: isoTime(row.updated_at),
        last_used_at: isoTimeOrNull(row.last_used_at),
        description: row.description,
        folder: row.folder,
        expires_at: isoTimeOrNull(row.expires_at),
        rotate_days: row.rotate_days,
        value_at: isoTime(row.value_at ?? row.updated_at),
        reminder: reminderOf(row, now),
        made_by: row.made_by as Maker,
      }));
    },

    reminders: async (workspaceId) => {
      const now = clock();
      return (await remindableSecrets(queries, workspaceId)).flatMap((row) => {
        const reminder = reminderOf(row, now);
        return reminder === null ? [] : [{ name: row.name, reminder }];
      });
    },

    put: async (workspaceId, name, value, maker, settings = {}, tell = undefined) => {
      checkSecret(name, value);
      const { created, version } = await database.transaction(async (tx) => {
        // Raised first: on PostgreSQL its row makes those wait who would count at the same time.
        const raised = await raiseVaultVersion(tx, workspaceId);
        const before = await vaultSize(tx, workspaceId);
        const isNew = await store(tx, { workspace_id: workspaceId, name, version: raised }, value, maker, settings);
        refuseOverfull(before, await vaultSize(tx, workspaceId));
        await tell?.(tx, `secret put ${name}`);
        return { created: isNew, version: raised };
      });
      note(workspaceId, version);
      const weak = weakness(value);
      return { name, created, ...(weak === null ? {} : { warning: because(`secret_${weak}`) }) };
    },

    change: async (workspaceId, name, settings, tell) => {
      const version = await database.transaction(async (tx) => {
        // A reader of the secret's machines has to notice.
        const raised = await raiseVaultVersion(tx, workspaceId);
        const before = await findSettings(tx, workspaceId, name);
        if (before === undefined) throw await notFound(tx, workspaceId, name);
        await changeSettings(tx, workspaceId, name, { ...writeSettings(settings, before), updated_at: clock() });
        await tell?.(tx, `secret set ${name}`);
        return raised;
      });
      note(workspaceId, version);
    },

    import: async (workspaceId, { secrets, folder, conflicts }, tell) => {
      const wished = new Map(secrets.map(({ name, value }) => [name, value]));
      const answer: SecretImportAnswer = { created: [], replaced: [], kept: [], weak: [] };
      const version = await database.transaction(async (tx) => {
        for (const list of Object.values(answer)) list.length = 0;
        const raised = await raiseVaultVersion(tx, workspaceId);
        const before = await vaultSize(tx, workspaceId);
        for (const [name, value] of wished) {
          checkSecret(name, value);
          if (conflicts !== 'replace' && (await findSettings(tx, workspaceId, name)) !== undefined) {
            answer.kept.push(name);
            continue;
          }
          const place = { workspace_id: workspaceId, name, version: raised };
          const isNew = await store(tx, place, value, 'person', folder === undefined ? {} : { folder });
          (isNew ? answer.created : answer.replaced).push(name);
          if (weakness(value) !== null) answer.weak.push(name);
        }
        refuseOverfull(before, await vaultSize(tx, workspaceId));
        for (const name of [...answer.created, ...answer.replaced]) await tell?.(tx, `secret put ${name}`);
        return raised;
      });
      note(workspaceId, version);
      return answer;
    },

    remove: async (workspaceId, name, maker, tell) => {
      const version = await database.transaction(async (tx) => {
        await beforeChange(tx, workspaceId, name, maker);
        if (!(await deleteSecret(tx, workspaceId, name))) throw await notFound(tx, workspaceId, name);
        await tell?.(tx, `secret rm ${name}`);
        return raiseVaultVersion(tx, workspaceId);
      });
      note(workspaceId, version);
    },

    version: (workspaceId, at = queries) => readVaultVersion(at, workspaceId),

    writtenVersion: (workspaceId) => written.get(workspaceId) ?? 0,

    changedSince: (workspaceId, moment) => hasSecretSince(queries, workspaceId, moment),

    openAll: async (workspaceId) =>
      new Map((await listSecrets(queries, workspaceId)).map((row) => [row.name, openRow(key, row)] as const)),

    openReplaced: async (workspaceId) =>
      (await listReplaced(queries, workspaceId)).map((row) => openReplacedRow(key, row)),

    machineRemoved: async (tx, workspaceId, slug) => {
      // The snapshots of all instances have to notice.
      await raiseVaultVersion(tx, workspaceId);
      for (const row of await boundSecrets(tx, workspaceId)) {
        const after = withRemoved(row, slug);
        if (after !== row.removed_machines) await setRemovedMachines(tx, workspaceId, row.name, after);
      }
    },

    having: namesAmong,

    moveWith: async (tx, { from, to, names, kept, machine }) => {
      if (names.length === 0) return () => undefined;
      const [left, entered] = [await raiseVaultVersion(tx, from), await raiseVaultVersion(tx, to)];
      const before = await vaultSize(tx, to);
      const rows = new Map((await listSecrets(tx, from)).map((row) => [row.name, row]));
      for (const name of names) {
        const row = rows.get(name);
        if (row === undefined) throw await notFound(tx, from, name);
        const place = { workspace_id: to, name, version: entered };
        const { keyId, wrappedKey, ciphertext } = seal(
          key,
          open(key, sealedOf(row), secretContext(row)),
          secretContext(place),
        );
        await putSecret(tx, {
          ...row,
          ...place,
          key_id: keyId,
          wrapped_key: wrappedKey,
          sealed: ciphertext,
          updated_at: clock(),
          // Other machines of that slug are not meant.
          machines: row.machines === null ? null : JSON.stringify([machine]),
          removed_machines: '[]',
        });
        if (!kept.includes(name)) await deleteSecret(tx, from, name);
      }
      refuseOverfull(before, await vaultSize(tx, to));
      return () => {
        note(from, left);
        note(to, entered);
      };
    },

    bindings: async (workspaceId) =>
      new Map(
        (await boundSecrets(queries, workspaceId)).map(
          (row) => [row.name, { ...readBinding(row), removed_machines: readRemoved(row) }] as const,
        ),
      ),

    markUsed: (tx, workspaceId, names) => touchSecrets(tx, workspaceId, names, clock()),
  };
}

/**
 * What a person stored stays out of every output until a person decides otherwise: an assistant that could make us
 * forget a value would read it in the next file that holds it.
 */
async function beforeChange(tx: Queries, workspaceId: WorkspaceId, name: string, maker: Maker): Promise<void> {
  if (maker === 'assistant') await keepReplaced(tx, workspaceId, name);
  else await dropReplaced(tx, workspaceId, name);
}

const sealedOf = ({ key_id, wrapped_key, sealed }: ReplacedRow) => ({
  keyId: key_id,
  wrappedKey: wrapped_key,
  ciphertext: sealed,
});

function openReplacedRow(key: MasterKey, row: ReplacedRow): ReplacedSecret {
  return { name: row.name, value: new SecretValue(open(key, sealedOf(row), secretContext(row)).toString('utf8')) };
}

function openRow(key: MasterKey, row: SecretRow): OpenedSecret {
  return {
    value: new SecretValue(open(key, sealedOf(row), secretContext(row)).toString('utf8')),
    terms: { ...readBinding(row), madeBy: row.made_by as Maker, removedMachines: readRemoved(row) },
  };
}

/** A change that makes a vault smaller is allowed, even if the vault predates the limit and stays above it. */
function refuseOverfull(before: VaultSize, after: VaultSize): void {
  const bytes = (size: VaultSize): number => size.sealedBytes - size.secrets * SEAL_BYTES;
  const tooMany = after.secrets > MOST.secrets && after.secrets > before.secrets;
  const tooMuch = bytes(after) > MOST.totalBytes && bytes(after) > bytes(before);
  if (tooMany || tooMuch) throw new Refusal('vault_full', { secrets: MOST.secrets, kib: MOST.totalBytes / 1024 });
}

/** A shell cannot be given NUL, and half a surrogate pair is no text: neither would arrive as it was stored. */
function checkSecret(name: string, value: string): void {
  if (!NAME.test(name)) {
    throw argumentsInvalid([{ field: 'name', problem: because('secret_name') }]);
  }
  const bytes = Buffer.byteLength(value);
  if (bytes === 0 || bytes > LONGEST_VALUE) {
    throw argumentsInvalid([{ field: 'value', problem: because('secret_size') }]);
  }
  if (value.includes('\0') || !value.isWellFormed()) {
    throw argumentsInvalid([{ field: 'value', problem: because('secret_nul') }]);
  }
}

async function notFound(tx: Queries, workspaceId: WorkspaceId, name: string): Promise<Refusal> {
  const known = (await listSecrets(tx, workspaceId)).map((row) => row.name);
  return new Refusal('secret_not_found', {}, nearestNamed('name', name, known));
}
