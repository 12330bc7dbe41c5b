/** Questions to Git about a clone. */
import { isAbsolute, join, resolve } from 'node:path';
import { runProgram } from '@synapse/runner/start-child';
import { tell } from '../words/tell.ts';

const GIT_MS = 10_000;

/** What a person must know to fix it, in one sentence. */
export class HookError extends Error {}

/**
 * Stored in a clone's own configuration: where the hook was put. If another program removes the hook, this stays
 * behind.
 */
export const INSTALLED_IN = 'synapse.installedin';

export async function git(cwd: string, ...args: string[]): Promise<string> {
  const { stdout } = await runProgram('git', args, { cwd, timeout: GIT_MS, maxBuffer: 1024 * 1024 });
  return stdout.replace(/\n$/, '');
}

/** Null if git fails, as it does for a setting that does not exist. */
export async function gitOrNull(cwd: string, ...args: string[]): Promise<string | null> {
  return git(cwd, ...args).catch(() => null);
}

export interface Clone {
  readonly path: string;
  /** Where its hooks, its configuration and its waiting commits are: one place for all of its worktrees. */
  readonly common: string;
  readonly worktree: string;
}

/** Where the hook keeps commits until they are sent. */
export const waitingIn = ({ common }: Pick<Clone, 'common'>): string => join(common, 'synapse');
/** Beside them: the last one that was. */
export const SENT = '.sent';

export async function openClone(path: string): Promise<Clone> {
  const answer = await gitOrNull(path, 'rev-parse', '--git-common-dir', '--show-toplevel');
  const [common, worktree] = answer?.split('\n') ?? [];
  if (common === undefined || worktree === undefined) throw new HookError(tell('not_a_clone', { path }));
  return { path, common: resolve(path, common), worktree };
}

export interface HooksDir {
  readonly path: string;
  /** Whether it serves this clone alone, was set for it, or for everything of the user or the computer. */
  readonly scope: 'own' | 'local' | 'global';
}

/** The directory in which git looks for this clone's hooks. */
export async function hooksDirOf({ common, worktree }: Clone): Promise<HooksDir> {
  const setting = await gitOrNull(worktree, 'config', '--show-scope', '--type=path', '--get', 'core.hooksPath');
  const [scope, path] = setting?.split('\t') ?? [];
  if (path === undefined) return { path: resolve(common, 'hooks'), scope: 'own' };
  const local = scope === 'local' || scope === 'worktree';
  return { path: isAbsolute(path) ? path : resolve(worktree, path), scope: local ? 'local' : 'global' };
}
