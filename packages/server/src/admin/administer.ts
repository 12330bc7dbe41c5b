/** What each administrative request does to the data directory and the database that the configuration names. */

import { ownFilterProblem } from '@synapse/compaction/own-filters';
import { type AdminRequest, type AdminResults, type AdminVerb, Refusal } from '@synapse/contract';
import { dropDecisions } from '../approvals/drop-decisions.ts';
import { createArchive } from '../audit/archive/create-archive.ts';
import { type Audit, createAudit } from '../audit/audit.ts';
import { createCheckpoints } from '../audit/checkpoints.ts';
import { createEraseCommands } from '../audit/erase-commands.ts';
import { verifyAudit } from '../audit/verify.ts';
import { createUsers, findUserByName, listUsers, type UserEffects, userView } from '../auth/users.ts';
import { createBackup } from '../backup/create-backup.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import type { Clock } from '../clock.ts';
import { type Config, ConfigError, readConfig } from '../config/read-config.ts';
import { createLeaveCrews } from '../crews/crews.ts';
import type { Database } from '../db/database.ts';
import {
  assertOwnDatabase,
  assertRightKind,
  describeDatabase,
  recordInstallation,
  refuseEmptyDatabase,
} from '../db/installation.ts';
import { isMigrated, migrate, pendingMigrations } from '../db/migrate.ts';
import { tryFilter } from '../filters/try-filter.ts';
import { newId } from '../ids.ts';
import { createMachines, type MachineAgents } from '../machines/machines.ts';
import { narrowAccess } from '../oauth/narrow-access.ts';
import { rebuildSearch } from '../recall/search.ts';
import { createResetSignIn } from '../second-factor/reset-sign-in.ts';
import { firstRun } from '../service/first-run.ts';
import { eraseUsageNames } from '../stats/stats.ts';
import { createTokens } from '../tokens/tokens.ts';
import { masterKey } from '../vault/cipher.ts';
import { loadInstanceKeys } from '../vault/instance-keys.ts';
import { findMasterKey, loadMasterKey, MasterKeyError } from '../vault/master-key.ts';
import { assertMasterKey, refuseLostKey } from '../vault/rotate.ts';
import { createVault } from '../vault/vault.ts';
import { forgetVault } from './forget-vault.ts';
import { inspect } from './inspect.ts';
import { moveDatabase } from './move-database.ts';
import { onCurrentInstance, onDatabase, onInstance, whileStopped } from './on-instance.ts';
import { rotateVault } from './rotate-vault.ts';

/** Without a running service no agent is connected, and none is enrolled. */
const NO_AGENTS: MachineAgents = {
  newEnrollment: () => {
    throw new Refusal('machine_offline');
  },
  describe: async () => new Map(),
  revoke: () => undefined,
};

/** Without a running service nothing runs for anybody. */
const USER_EFFECTS: UserEffects = {
  narrowTokens: narrowAccess,
  leaveCrews: createLeaveCrews(dropDecisions),
  shutOut: async () => undefined,
};

/** There is no session here, so the log of the account records the change. */
const OFFLINE = { userId: null, source: 'cli', ip: null, how: 'offline' } as const;

export interface AdminContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly onProgress: (text: string) => void;
}

type Request<V extends AdminVerb> = Extract<AdminRequest, { verb: V }>;
type Deed<V extends AdminVerb> = (request: Request<V>, context: AdminContext) => Promise<AdminResults[V]>;

const deeds: { readonly [V in AdminVerb]: Deed<V> } = {
  migrate: async ({ check }, { env }) => {
    const config = readConfig(env);
    // A check changes nothing: where there is no SQLite file, none is made. An empty PostgreSQL database has all to do.
    if (check && config.databaseUrl === null) {
      return onInstance(config, async (database) => ({ applied: [], pending: await pendingMigrations(database) }));
    }
    return onOwnDatabase(config, async (database) => {
      if (check) return { applied: [], pending: await pendingMigrations(database) };
      return { applied: await migrate(database), pending: [] };
    });
  },

  prepare: ({ saved_tokens, new_token }, { env, clock }) => {
    const config = readConfig(env);
    return onOwnDatabase(config, async (database) => {
      await migrate(database);
      await refuseLostKey(database, config);
      const key = masterKey(loadMasterKey(config));
      await assertMasterKey(database, key);
      await recordInstallation(database, config.dataDir);
      const audit = await auditOf(config, database, clock);
      const users = createUsers(database, clock, audit, USER_EFFECTS);
      const first = await firstRun(
        users,
        createMachines(database, clock, config, () => undefined, NO_AGENTS, createVault(database, clock, key), audit),
        config,
      );
      const user = await findUserByName(database.queries, config.adminUsername);
      const username = first?.username ?? config.adminUsername;
      const password = first?.password ?? null;
      const created = first !== null;
      if (user === undefined) return { created, username, password, token: null, active_token: null };
      const tokens = createTokens(database, clock);
      const active_token = await tokens.active(user, saved_tokens);
      if (!created && !new_token) return { created, username, password, token: null, active_token };
      const { token } = await tokens.create(user, { validity_days: 30, label: 'quickstart' });
      return { created, username, password, token, active_token };
    });
  },

  inspect: (_request, { env, clock }) => inspect(env, clock),

  'user-list': (_request, { env }) =>
    onCurrentInstance(readConfig(env), async (database) => ({
      users: (await listUsers(database.queries)).map(userView),
    })),

  'user-add': ({ user }, { env, clock }) => {
    const config = readConfig(env);
    return onCurrentInstance(config, async (database) =>
      createUsers(database, clock, await auditOf(config, database, clock), USER_EFFECTS).create(user, OFFLINE),
    );
  },

  'user-set': ({ username, change }, { env, clock }) => {
    const config = readConfig(env);
    return onCurrentInstance(config, async (database) => {
      const users = createUsers(database, clock, await auditOf(config, database, clock), USER_EFFECTS);
      const user = await users.findByName(username);
      if (user === null) throw new Refusal('not_found');
      return users.change(user.id, change, OFFLINE);
    });
  },

  'user-rm': ({ username, erase_commands }, { env, clock }) => {
    const config = readConfig(env);
    return onCurrentInstance(config, async (database) => {
      const audit = await auditOf(config, database, clock);
      const users = createUsers(database, clock, audit, USER_EFFECTS);
      const user = await users.findByName(username);
      if (user === null && !erase_commands) throw new Refusal('not_found');
      if (user !== null) await users.remove(user.id, OFFLINE);
      if (!erase_commands) return { erased: null };
      const { auditSeals: sealKey } = await loadInstanceKeys(database, requiredKey(config));
      const archive = createArchive(config, clock);
      const erase = createEraseCommands(database, { audit, archive, sealKey, eraseNames: eraseUsageNames });
      // Of an account that is gone already, the id is known from the log.
      return { erased: await erase(user?.id ?? username, OFFLINE) };
    });
  },

  'user-reset': ({ username }, { env, clock }) => {
    const config = readConfig(env);
    return onCurrentInstance(config, async (database) => {
      const audit = await auditOf(config, database, clock);
      const users = createUsers(database, clock, audit, USER_EFFECTS);
      const user = await users.findByName(username);
      if (user === null) throw new Refusal('not_found');
      const by = { username: 'synapse user reset --offline', source: 'cli', ip: null } as const;
      return createResetSignIn(database, users, audit)(by, user.id);
    });
  },

  'audit-verify': (_request, { env, clock, onProgress }) => {
    const config = readConfig(env);
    return onCurrentInstance(config, async (database) => {
      const keys = await loadInstanceKeys(database, requiredKey(config));
      return verifyAudit(database, {
        keys,
        workspaceId: null,
        checkpoints: createCheckpoints(database, config.dataDir, keys),
        archive: createArchive(config, clock),
        now: clock(),
        onProgress: (entries) => onProgress(`${entries} entries`),
      });
    });
  },

  backup: ({ file, passphrase, master_key }, { env, clock, onProgress }) => {
    const config = readConfig(env);
    return onInstance(config, async (database) => {
      const key = master_key ? requiredKey(config).bytes : null;
      const order = { database, dataDir: config.dataDir, file, passphrase, masterKey: key, now: clock(), onProgress };
      const { tables, rows } = await createBackup(order);
      return { file, database: describeDatabase(config), tables, rows, master_key };
    });
  },

  restore: ({ file, passphrase }, { env, onProgress }) => {
    const { dataDir, databaseUrl, databaseCa, masterKey: key } = readConfig(env);
    return restoreBackup({
      file,
      passphrase,
      dataDir,
      databaseUrl,
      databaseCa,
      onProgress,
      masterKey: key,
      rebuild: rebuildSearch,
    });
  },

  move: ({ to, settings_file }, { env, clock, onProgress }) => {
    const config = readConfig(env);
    // The same rules as for the setting itself.
    const { databaseUrl } = readConfig({ SYNAPSE_DATABASE_URL: to });
    if (databaseUrl === null) throw new ConfigError(['--to takes an address starting with postgres://']);
    return moveDatabase({
      config,
      databaseUrl,
      settingsFile: settings_file,
      key: () => requiredKey(config),
      clock,
      onProgress,
      rebuild: rebuildSearch,
    });
  },

  'vault-rotate': ({ new_key_file }, { env, clock }) => {
    const config = readConfig(env);
    return whileStopped(config, clock(), (database, refuseRunning) =>
      rotateVault(database, config, new_key_file, refuseRunning),
    );
  },

  'vault-forget': ({ confirm }, { env, clock }) => {
    const config = readConfig(env);
    return whileStopped(config, clock(), (database, refuseRunning) =>
      forgetVault(database, config, confirm, refuseRunning),
    );
  },

  'filter-test': async ({ filter }) => {
    const problem = ownFilterProblem(filter);
    return { problem, cases: problem === null ? tryFilter(filter) : [] };
  },
};

export function administer(request: AdminRequest, context: AdminContext): Promise<unknown> {
  const deed = deeds[request.verb] as (request: AdminRequest, context: AdminContext) => Promise<unknown>;
  return deed(request, context);
}

/** The database of the data directory, or an empty one where the directory has none yet. */
function onOwnDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  assertRightKind(config);
  return onDatabase(config, async (database) => {
    if (await isMigrated(database)) await assertOwnDatabase(database, config);
    else refuseEmptyDatabase(config);
    return work(database);
  });
}

async function auditOf(config: Config, database: Database, clock: Clock): Promise<Audit> {
  const { auditSeals } = await loadInstanceKeys(database, requiredKey(config));
  const deadAfterMs = config.instanceDeadSeconds * 1000;
  return createAudit(database, clock, { instanceId: newId(), sealKey: auditSeals, deadAfterMs });
}

function requiredKey(config: Config): ReturnType<typeof masterKey> {
  const key = findMasterKey(config);
  if (key === null) throw new MasterKeyError(`there is no master key in ${config.dataDir}: put it back first`);
  return masterKey(key);
}
