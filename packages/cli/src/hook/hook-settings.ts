/** The hook's settings and credentials: a file of mode 0600, in the user's own directory, outside every repository. */
import { createHash } from 'node:crypto';
import { chmod, mkdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { type Clone, HookError } from './git.ts';

export interface HookSettings {
  readonly url: string;
  readonly project: number;
  readonly username?: string | undefined;
  /** Read at each sign-in, so that a changed password needs no new installation. */
  readonly passwordFile?: string | undefined;
  /** Kept in the settings file itself. */
  readonly password?: string | undefined;
}

/** One directory per place of installation: removed with it. */
export function settingsFile(hooksDir: string, env: NodeJS.ProcessEnv = process.env): string {
  const base = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config');
  const id = createHash('sha256').update(resolve(hooksDir)).digest('hex').slice(0, 16);
  return join(base, 'synapse', 'hooks', id, 'hook.conf');
}

export async function writeSettings(file: string, settings: HookSettings, clones: readonly Clone[]): Promise<void> {
  const { url, project, username, password, passwordFile } = settings;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new HookError(`not a web address: ${url}`);
  if (!Number.isSafeInteger(project) || project < 1) throw new HookError('the project is given by its number');
  if (passwordFile !== undefined) await assertPrivate(passwordFile, clones);
  const lines = {
    url,
    project: String(project),
    username,
    password,
    password_file: passwordFile === undefined ? undefined : resolve(passwordFile),
  };
  const text = Object.entries(lines).flatMap(([name, value]) => (value === undefined ? [] : [line(name, value)]));
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${text.join('\n')}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
}

export async function removeSettings(file: string): Promise<void> {
  await rm(dirname(file), { recursive: true, force: true });
}

function line(name: string, value: string): string {
  if (/[\r\n\0]/.test(value)) throw new HookError(`${name} must be on one line`);
  return `${name}=${value}`;
}

/** A password that others can read, or that could be committed, is no secret. */
async function assertPrivate(file: string, clones: readonly Clone[]): Promise<void> {
  const path = await realpath(file).catch(() => null);
  if (path === null) throw new HookError(`no such password file: ${file}`);
  if (((await stat(path)).mode & 0o077) !== 0) throw new HookError(`others can read ${file}: chmod 600 it first`);
  for (const { worktree } of clones) {
    const inside = path.startsWith((await realpath(worktree)) + sep);
    if (inside) throw new HookError(`${file} lies inside the repository ${worktree}: keep it elsewhere`);
  }
}
