/** How the hook of a clone is doing, and sending now what waits. */
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '@synapse/runner/start-child';
import { type Clone, HookError, hooksDirOf, openClone } from './git.ts';
import { chained, configFileOf, HOOK_NAMES, placed } from './hook-files.ts';

export interface HookStatus {
  readonly clone: string;
  readonly hooksDir: string;
  /** Whether every hook is in place where git looks for it. */
  readonly installed: boolean;
  readonly chained: readonly string[];
  readonly settings: string | null;
  /** Commits that are still to be sent. */
  readonly waiting: number;
  /** Commits that the service refused; `flushHook` tries them again. */
  readonly refused: number;
}

/** Enough for a spool of some size; each request in it has an end of its own. */
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
  return {
    clone: path,
    hooksDir,
    installed: (await placed(hooksDir)).length === HOOK_NAMES.length,
    chained: await chained(hooksDir),
    settings: await configFileOf(hooksDir),
    waiting: await count(),
    refused: await count('refused'),
  };
}

export async function flushHook(path: string, env: NodeJS.ProcessEnv = process.env): Promise<HookStatus> {
  const clone = await openClone(path);
  const { path: hooksDir } = await hooksDirOf(clone);
  if ((await placed(hooksDir)).length === 0) throw new HookError(`the hook is not installed in ${path}`);
  const script = join(hooksDir, HOOK_NAMES[0]);
  await runProgram('sh', [script, '--synapse-flush'], { cwd: clone.worktree, env, timeout: FLUSH_MS });
  return hookStatus(path, env);
}

/** As in synapse-hook.sh: in the clone, and for what could not be written there, in the home directory. */
async function spoolsOf({ common }: Clone, env: NodeJS.ProcessEnv): Promise<string[]> {
  const state = env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state');
  return [join(common, 'synapse'), join(state, 'synapse', `hook-${posixChecksum(Buffer.from(common))}`)];
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
