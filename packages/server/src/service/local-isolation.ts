/**
 * Whether commands on this host are kept away from the service: from its data directory, the files its settings come
 * from, the sessions of the command line, its program and its processes.
 */
import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LocalIsolationState } from '@synapse/contract';
import { findIsolation, type Isolation, isolateByUser, type ServiceFiles } from '@synapse/runner';
import { type Config, ConfigError } from '../config/read-config.ts';

export interface LocalIsolation {
  /** Null: commands run beside the service, as its own user. */
  readonly isolation: Isolation | null;
  readonly state: LocalIsolationState;
  /** Why there is none, where it was wanted. */
  readonly reason: string | null;
  /** Files of the service that commands could read. */
  readonly open: readonly string[];
}

/** Where this program lies: the clone, or the folder of libraries that it was installed into. */
const ROOT = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../../../../' : '../../../', import.meta.url));

export async function isolateLocal(config: Config): Promise<LocalIsolation> {
  const files = filesOf(config);
  const open = [files.data, ...files.others];
  if (config.localIsolation === 'off') return { isolation: null, state: 'off', reason: null, open };
  if (config.localUser !== null) {
    const isolation = await isolateByUser(config.localUser, files).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ConfigError([`SYNAPSE_LOCAL_USER: commands cannot run as ${config.localUser}: ${reason}`]);
    });
    return { isolation, state: isolation.kind, reason: null, open: [] };
  }
  const found = await findIsolation(files);
  return found.isolation === null
    ? { isolation: null, state: 'none', reason: found.reason, open }
    : { isolation: found.isolation, state: found.isolation.kind, reason: null, open: [] };
}

/** In one sentence, what a command on this host could read. Null: nothing of the service. */
export function whatIsOpen({ state, reason }: Pick<LocalIsolation, 'state' | 'reason'>): string | null {
  if (state === 'mounts' || state === 'user') return null;
  const why = state === 'off' ? 'SYNAPSE_LOCAL_ISOLATION is off' : `this system allows no isolation (${reason})`;
  return `A command on "local" could read the master key, the vault and the sessions of the command line: ${why}.`;
}

function filesOf({ dataDir, privateFiles, auditArchive }: Config): ServiceFiles {
  const [settings, ...others] = privateFiles;
  // One that is made only after a command has begun could not be hidden from it.
  if (settings !== undefined) tryTo(() => mkdirSync(settings, { recursive: true, mode: 0o700 }));
  const archive = auditArchive === null || auditArchive.startsWith('s3:') ? [] : [auditArchive];
  const real = (path: string): string[] => tryTo(() => [realpathSync(resolve(path))]) ?? [];
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const data = realpathSync(resolve(dataDir));
  return {
    data,
    others: [settings ?? '', ...others, ...archive].flatMap((path) => (path === '' ? [] : real(path))),
    programs: [...real(ROOT.replace(/(\/node_modules)\/.*$/, '$1')), ...ownNode()],
  };
}

/** The Node that runs this, where it is this user's own (as nvm installs it). The next helper is started with it. */
function ownNode(): string[] {
  const folder = dirname(realpathSync(process.execPath));
  const isOurs = process.getuid?.() !== 0 && tryTo(() => accessSync(folder, constants.W_OK) ?? true) === true;
  return isOurs ? [folder] : [];
}

function tryTo<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
