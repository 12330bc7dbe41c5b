/** The state of a clone's hook, and sending what waits now. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { tokenKindOf } from '@synapse/contract/token-kinds';
import { runProgram } from '@synapse/runner/start-child';
import { settingsFolder } from '../settings-folder.ts';
import { tell } from '../words/tell.ts';
import { type Clone, gitOrNull, HookError, hooksDirOf, INSTALLED_IN, openClone, SENT, waitingIn } from './git.ts';
import { chained, configFileOf, HOOK_NAMES, managerOf, placed } from './hook-files.ts';
import { readSetting } from './hook-settings.ts';

export interface HookStatus {
  readonly clone: string;
  readonly hooksDir: string;
  /** Whether every hook is in place where git looks for it. */
  readonly installed: boolean;
  /** How it was lost after it was installed, if it was. */
  readonly lost: string | null;
  readonly chained: readonly string[];
  /** Why nothing is sent at present. */
  readonly stopped: string | null;
  readonly settings: string | null;
  /** Commits that are still to be sent. */
  readonly waiting: number;
  /** Commits that the service refused. `flushHook` tries them again. */
  readonly refused: number;
  /** The last commit that the service has taken. */
  readonly sent: { readonly commit: string; readonly at: string } | null;
}

/** Enough for a long queue; each request in it has a time limit of its own. */
const FLUSH_MS = 120_000;
const RECORD = /^[0-9a-f]{40,64}(\.\d+)?$|^rewrite\./;

export async function hookStatus(path: string, env: NodeJS.ProcessEnv = process.env): Promise<HookStatus> {
  const clone = await openClone(path);
  const { path: hooksDir } = await hooksDirOf(clone);
  const spools = await spoolsOf(clone, env);
  const count = async (...parts: string[]): Promise<number> => {
    const lists = spools.map((spool) => readdir(join(spool, ...parts)).catch((): string[] => []));
    return (await Promise.all(lists)).flat().filter((name) => RECORD.test(name)).length;
  };
  const settings = await configFileOf(hooksDir);
  const installed = (await placed(hooksDir)).length === HOOK_NAMES.length;
  return {
    clone: path,
    hooksDir,
    installed,
    lost: await howLost(clone, hooksDir),
    chained: await chained(hooksDir),
    stopped: (await whyStopped(settings, env)) ?? (installed ? await whatIsMissing(clone, settings, env) : null),
    settings,
    waiting: await count(),
    refused: await count('refused'),
    sent: await lastSent(clone),
  };
}

/** As synapse-hook.sh notes it. */
async function lastSent(clone: Clone): Promise<HookStatus['sent']> {
  const file = join(waitingIn(clone), SENT);
  const commit = (await readFile(file, 'utf8').catch(() => '')).trim();
  return commit === '' ? null : { commit, at: new Date(await modifiedAt(file)).toISOString() };
}

/** Programs that manage hooks overwrite ours, or make Git look elsewhere, at every `npm install`. */
async function howLost({ worktree }: Clone, hooksDir: string): Promise<string | null> {
  const recorded = await gitOrNull(worktree, 'config', '--local', INSTALLED_IN);
  if (recorded === null) return null;
  if (recorded !== hooksDir && (await placed(hooksDir)).length === 0) return tell('hook_elsewhere', { dir: hooksDir });
  const there = await placed(hooksDir);
  const gone = HOOK_NAMES.find((name) => !there.includes(name));
  if (gone === undefined) return null;
  const culprit = await managerOf(join(hooksDir, gone));
  return culprit === null ? tell('hook_gone', { file: gone }) : tell('hook_replaced', { program: culprit, file: gone });
}

/** As in synapse-hook.sh: its own settings, those of the user, of the clone, or the environment of each commit. */
async function whatIsMissing(
  { worktree }: Clone,
  settings: string | null,
  env: NodeJS.ProcessEnv,
): Promise<string | null> {
  const file = settings ?? join(settingsFolder(env), 'hook.conf');
  const known =
    Boolean(env.SYNAPSE_PROJECT_ID) ||
    (await readSetting(file, 'project')) !== undefined ||
    (await gitOrNull(worktree, 'config', 'synapse.project')) !== null;
  return known ? null : tell('hook_without_project');
}

/** As in synapse-hook.sh: a refusal counts until the settings or the password are newer than it. */
async function whyStopped(settings: string | null, env: NodeJS.ProcessEnv): Promise<string | null> {
  const file = settings ?? join(settingsFolder(env), 'hook.conf');
  const password = await readSetting(file, 'password_file');
  const changedAt = Math.max(...(await Promise.all([file, password ?? file].map(modifiedAt))));
  const names = (await readdir(dirname(file)).catch((): string[] => [])).filter((name) => name.startsWith('refused-'));
  for (const name of names) {
    const marker = join(dirname(file), name);
    if ((await modifiedAt(marker)) >= changedAt) return stoppedInWords((await readFile(marker, 'utf8')).trim());
  }
  const token = env.SYNAPSE_TOKEN ?? '';
  const otherwise = settings !== null || Boolean(env.SYNAPSE_USERNAME);
  return tokenKindOf(token) === 'ai' && !otherwise ? tell('hook_ai_token') : null;
}

/** What the script noted, which speaks one language. */
function stoppedInWords(noted: string): string {
  const username = /^the service refused the password of (.*)$/.exec(noted)?.[1];
  if (username !== undefined) return tell('hook_stopped_password', { username });
  return noted === 'the service refused the token of this hook' ? tell('hook_stopped_token') : noted;
}

async function modifiedAt(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

export async function flushHook(path: string, env: NodeJS.ProcessEnv = process.env): Promise<HookStatus> {
  const clone = await openClone(path);
  const { path: hooksDir } = await hooksDirOf(clone);
  if ((await placed(hooksDir)).length === 0) throw new HookError(tell('hook_not_installed', { path }));
  const script = join(hooksDir, HOOK_NAMES[0]);
  await runProgram('sh', [script, '--synapse-flush'], { cwd: clone.worktree, env, timeout: FLUSH_MS });
  return hookStatus(path, env);
}

/** As in synapse-hook.sh: in the clone, or in the home directory if the clone could not be written to. */
async function spoolsOf(clone: Clone, env: NodeJS.ProcessEnv): Promise<string[]> {
  const state = env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state');
  return [waitingIn(clone), join(state, 'synapse', `hook-${posixChecksum(Buffer.from(clone.common))}`)];
}

/** What the program `cksum` prints. */
export function posixChecksum(bytes: Uint8Array): number {
  let crc = 0;
  const feed = (byte: number): void => {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  };
  for (const byte of bytes) feed(byte);
  for (let length = bytes.length; length > 0; length = Math.floor(length / 256)) feed(length & 0xff);
  return ~crc >>> 0;
}
