/** Installs and removes the Git hook: in one clone, in a list of them, or in a directory that many share. */
import { realpath, rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { tell } from '../words/tell.ts';
import { type Claim, claimToken, giveTokenBack } from './claim-token.ts';
import { type Clone, git, gitOrNull, HookError, hooksDirOf, INSTALLED_IN, openClone, SENT, waitingIn } from './git.ts';
import { chained, configFileOf, HOOK_NAMES, hookScript, placed, placeHooks, removeHooks } from './hook-files.ts';
import {
  checkSettings,
  type HookSettings,
  passwordOf,
  readSetting,
  removeSettings,
  settingsFile,
  writeSettings,
} from './hook-settings.ts';

export interface HookTargets {
  /** Paths of working copies. */
  readonly clones: readonly string[];
  /** A directory that these clones will share for their hooks (`core.hooksPath` of each). */
  readonly sharedDir?: string | undefined;
  /** Sets or uses the hooks path for everything the user has. Only done when asked for. */
  readonly global?: boolean | undefined;
}

export interface InstallOptions extends HookTargets {
  /** Left out: the hook uses existing settings, otherwise each commit's environment. */
  readonly settings?: HookSettings | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
}

export interface HookPlace {
  readonly hooksDir: string;
  readonly installed: readonly string[];
  /** Hooks that were there before and are run first. */
  readonly chained: readonly string[];
}

export async function installHook({ settings, env = process.env, ...targets }: InstallOptions): Promise<HookPlace[]> {
  const clones = await Promise.all(targets.clones.map(openClone));
  const dirs = await placesOf(targets, clones);
  if (settings !== undefined) await checkSettings(settings, clones);
  const places: HookPlace[] = [];
  for (const dir of dirs) {
    const file = settingsFile(dir, env);
    const claim = settings === undefined ? undefined : await claimOf(settings, env);
    const claimed = claim === undefined ? undefined : await claimToken(claim, dir);
    const token = claimed?.token;
    const before = await keptToken(file);
    try {
      // Existing settings are used again: after another program removed the hook, a bare `install` puts it back.
      await placeHooks(dir, await hookScript(token !== undefined || (await isThere(file)) ? file : null));
      if (claim !== undefined && claimed !== undefined) await writeSettings(file, { url: claim.url, ...claimed });
    } catch (error) {
      // Half an installation would be worse than none.
      await removeHooks(dir).catch(() => undefined);
      if (claim !== undefined && token !== undefined) await giveTokenBack(claim.url, token);
      throw new HookError(tell('hook_unwritable', { dir, reason: (error as Error).message }));
    }
    if (token !== undefined && before !== null) await giveTokenBack(before.url, before.token);
    places.push({ hooksDir: dir, installed: [...HOOK_NAMES], chained: await chained(dir) });
  }
  await pointTo(targets, clones);
  for (const clone of clones) {
    await git(clone.worktree, 'config', '--local', INSTALLED_IN, (await hooksDirOf(clone)).path);
  }
  return places;
}

async function claimOf(settings: HookSettings, env: NodeJS.ProcessEnv): Promise<Claim> {
  const { url, project, username } = settings;
  const password = await passwordOf(settings);
  if (username === undefined) return { url, project, env };
  if (password === undefined) throw new HookError(tell('hook_password_needed', { username }));
  return { url, project, account: { username, password }, env };
}

async function keptToken(file: string): Promise<{ url: string; token: string } | null> {
  const [url, token] = [await readSetting(file, 'url'), await readSetting(file, 'token')];
  return url === undefined || token === undefined ? null : { url, token };
}

/** Commits that were not sent stay: another installation sends them. */
async function removeIfNothingWaits(clone: Clone): Promise<void> {
  const folder = waitingIn(clone);
  for (const name of [SENT, '.again']) await rm(join(folder, name), { force: true }).catch(() => undefined);
  for (const empty of [join(folder, 'refused'), folder]) await rmdir(empty).catch(() => undefined);
}

const isThere = async (file: string): Promise<boolean> => (await readSetting(file, 'url')) !== undefined;

export async function uninstallHook(targets: HookTargets): Promise<HookPlace[]> {
  const clones = await Promise.all(targets.clones.map(openClone));
  const dirs = await placesOf(targets, clones);
  const places: HookPlace[] = [];
  for (const dir of dirs) {
    const config = await configFileOf(dir);
    await removeHooks(dir);
    if (config !== null) {
      const kept = await keptToken(config);
      if (kept !== null) await giveTokenBack(kept.url, kept.token);
      await removeSettings(config);
    }
    places.push({ hooksDir: dir, installed: await placed(dir), chained: await chained(dir) });
  }
  for (const clone of clones) {
    await gitOrNull(clone.worktree, 'config', '--local', '--unset', INSTALLED_IN);
    await removeIfNothingWaits(clone);
  }
  if (targets.sharedDir === undefined) return places;
  const shared = resolve(targets.sharedDir);
  const forget = async (cwd: string, scope: string): Promise<void> => {
    if ((await gitOrNull(cwd, 'config', scope, 'core.hooksPath')) === shared)
      await git(cwd, 'config', scope, '--unset', 'core.hooksPath');
  };
  if (targets.global === true) await forget('.', '--global');
  for (const { worktree } of clones) await forget(worktree, '--local');
  return places;
}

/** The hooks directories that are meant, each once. */
async function placesOf({ sharedDir, global }: HookTargets, clones: readonly Clone[]): Promise<string[]> {
  if (sharedDir !== undefined) return [resolve(sharedDir)];
  if (clones.length === 0) throw new HookError(tell('hook_name_clone'));
  const dirs = new Set<string>();
  for (const clone of clones) {
    const { path, scope } = await hooksDirOf(clone);
    if (scope === 'global' && global !== true) {
      throw new HookError(tell('hook_serves_all', { clone: clone.path, path }));
    }
    dirs.add(await realpath(path).catch(() => path));
  }
  return [...dirs];
}

async function pointTo({ sharedDir, global }: HookTargets, clones: readonly Clone[]): Promise<void> {
  if (sharedDir === undefined) return;
  const dir = resolve(sharedDir);
  if (global === true) {
    const present = await gitOrNull('.', 'config', '--global', '--type=path', 'core.hooksPath');
    if (present !== null && present !== dir) throw new HookError(tell('hook_global_path', { path: present }));
    await git('.', 'config', '--global', 'core.hooksPath', dir);
  }
  for (const { path, worktree } of clones) {
    const present = await gitOrNull(worktree, 'config', '--local', '--type=path', 'core.hooksPath');
    if (present !== null && present !== dir) throw new HookError(tell('hook_own_path', { clone: path, path: present }));
    await git(worktree, 'config', '--local', 'core.hooksPath', dir);
  }
}
