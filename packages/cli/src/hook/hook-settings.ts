/** The hook's settings and credentials: a file of mode 0600, in the user's own directory, outside every repository. */
import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { tell } from '../words/tell.ts';
import { type Clone, HookError } from './git.ts';

export interface HookSettings {
  readonly url: string;
  /** Its number or its name. */
  readonly project: number | string;
  /** Who signs in to get the hook its token. Left out: the signed-in user. */
  readonly username?: string | undefined;
  readonly passwordFile?: string | undefined;
  readonly password?: string | undefined;
}

/** What the hook reads: no password, but a token that can only journal commits. */
export interface KeptSettings {
  readonly url: string;
  readonly project: number;
  readonly token: string;
}

/** One directory per installation, removed with it. */
export function settingsFile(hooksDir: string, env: NodeJS.ProcessEnv = process.env): string {
  const base = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config');
  const id = createHash('sha256').update(resolve(hooksDir)).digest('hex').slice(0, 16);
  return join(base, 'synapse', 'hooks', id, 'hook.conf');
}

/** Refuses impossible values before anything is asked of the service. */
export async function checkSettings(settings: HookSettings, clones: readonly Clone[]): Promise<void> {
  const { url, project, username, passwordFile } = settings;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new HookError(tell('hook_no_address', { url }));
  if (String(project).trim() === '') throw new HookError(tell('which_project'));
  if (/[\r\n\0]/.test(url + (username ?? ''))) throw new HookError(tell('hook_one_line'));
  if (passwordFile !== undefined) await assertPrivate(passwordFile, clones);
}

export async function passwordOf({ password, passwordFile }: HookSettings): Promise<string | undefined> {
  if (passwordFile === undefined) return password;
  return (await readFile(passwordFile, 'utf8')).split(/\r?\n/, 1)[0];
}

export async function writeSettings(file: string, { url, project, token }: KeptSettings): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `url=${url}\nproject=${project}\ntoken=${token}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, file);
}

/** One line of a settings file. Undefined if there is none. */
export async function readSetting(file: string, name: string): Promise<string | undefined> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  return lines.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
}

export async function removeSettings(file: string): Promise<void> {
  await rm(dirname(file), { recursive: true, force: true });
}

/** A password that others can read, or that could be committed, is no secret. */
async function assertPrivate(file: string, clones: readonly Clone[]): Promise<void> {
  const path = await realpath(file).catch(() => null);
  if (path === null) throw new HookError(tell('hook_no_password_file', { file }));
  if (((await stat(path)).mode & 0o077) !== 0) throw new HookError(tell('hook_password_open', { file }));
  for (const { worktree } of clones) {
    const inside = path.startsWith((await realpath(worktree)) + sep);
    if (inside) throw new HookError(tell('hook_password_inside', { file, worktree }));
  }
}
