/** The files of an ssh configuration, and those that they include, found where ssh looks for them. */
import { globSync, readFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { type ConfigFile, readLines, type SshConfig } from '@synapse/contract/ssh-config';
import { CliError } from '../cli-error.ts';
import { tell } from '../words/tell.ts';

type Env = Readonly<Record<string, string | undefined>>;

const SYSTEM = '/etc/ssh';

export interface ReadConfig extends SshConfig {
  /** `file:line` of what ssh would refuse. */
  readonly broken: readonly string[];
}

/** `named`: only this file, as `ssh -F` does. Otherwise that of the user, then that of the system. */
export function readConfigFiles(named: string | undefined, env: Env): ReadConfig {
  const home = homeOf(env);
  const kept = new Map<string, ConfigFile>();
  const broken: string[] = [];
  const read = (path: string): ConfigFile | null => {
    const known = kept.get(path);
    if (known !== undefined) return known;
    const text = readOrNull(path);
    if (text === null) return null;
    const file = readLines(text);
    kept.set(path, file);
    broken.push(...file.broken.map((line) => `${path}:${line}`));
    return file;
  };
  const paths = named === undefined ? [join(home, '.ssh/config'), join(SYSTEM, 'ssh_config')] : [named];
  const files = paths.map(read);
  if (files[0] === null && (named !== undefined || files[1] === null)) {
    throw new CliError(tell('ssh_config_missing', { file: paths[0]! }));
  }
  return {
    // The first one is that of the user, whether or not it is there.
    files: files.map((file) => file ?? { lines: [], broken: [] }),
    include: (pattern, user) => {
      const path = expandHome(pattern, home);
      const whole = isAbsolute(path) ? path : join(user ? join(home, '.ssh') : SYSTEM, path);
      return globSync(whole)
        .sort()
        .flatMap((found) => read(found) ?? []);
    },
    localUser: userInfo().username,
    broken,
  };
}

export const homeOf = (env: Env): string => env.HOME || homedir();

export const expandHome = (path: string, home: string): string =>
  /^~(?=\/|$)/.test(path) ? home + path.slice(1) : path;

/** Null: it is not there, or is not for us to read. */
export function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
