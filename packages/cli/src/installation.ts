/**
 * Which installation a command is about where no option names one. A package says beside its programs where its settings
 * and its data are; the environment and `--data-dir` go before it.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEnvFile } from '@synapse/contract/env-file';
import { CliError } from './cli-error.ts';
import { tell } from './words/tell.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What the package writes. */
interface Installation {
  /** Settings, one NAME=value a line, as its unit reads them. */
  readonly environment_file: string;
  readonly data_dir: string;
}

/** The folder that holds `packages`. */
const ROOT = dirname(fileURLToPath(new URL('../..', import.meta.url)));

/** The environment of the service that is meant. Throws where its settings may not be read. */
export function installationEnv(env: Env, root = ROOT): Env {
  const found = findInstallation(root);
  if (found === null) return env;
  const named = env.SYNAPSE_DATA_DIR;
  if (named !== undefined && named !== '' && resolve(named) !== resolve(found.data_dir)) return env;
  return { SYNAPSE_DATA_DIR: found.data_dir, ...readSettings(found.environment_file), ...env };
}

/** The file with the settings of the service; null: they are nowhere but in its environment. */
export function settingsFile(env: Env, root = ROOT): string | null {
  return installationEnv(env, root) === env ? null : (findInstallation(root)?.environment_file ?? null);
}

/** The same, for callers that only need the address on which the service listens. */
export function installationEnvIfReadable(env: Env, root = ROOT): Env {
  try {
    return installationEnv(env, root);
  } catch (error) {
    if (error instanceof CliError) return env;
    throw error;
  }
}

function findInstallation(root: string): Installation | null {
  try {
    return JSON.parse(readFileSync(join(root, 'installation.json'), 'utf8')) as Installation;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function readSettings(file: string): Env {
  try {
    const { entries } = readEnvFile(readFileSync(file, 'utf8'));
    return Object.fromEntries(
      entries.filter(({ name }) => /^(?:SYNAPSE|AWS|OTEL)_/.test(name)).map(({ name, value }) => [name, value]),
    );
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    throw new CliError(tell('file_unreadable', { path: file, code: code ?? '' }), { hint: tell('settings_hint') });
  }
}
