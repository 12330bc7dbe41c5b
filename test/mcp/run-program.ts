/** Runs a program of `node_modules/.bin` to its end, with a deadline, in a home of its own. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

const BIN = resolve(import.meta.dirname, '../../node_modules/.bin');

export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** An environment in which a program neither finds nor leaves anything of the person who runs the tests. */
export async function createHome(): Promise<{ env: Record<string, string>; dir: string; remove(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'synapse-mcp-'));
  const env = {
    PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}`,
    HOME: dir,
    MCP_REMOTE_CONFIG_DIR: join(dir, 'mcp-remote'),
    NO_COLOR: '1',
  };
  return { env, dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

export async function runProgram(
  program: string,
  args: readonly string[],
  deadlineMs = 180_000,
): Promise<ProgramResult> {
  const home = await createHome();
  try {
    const child = spawn(program, args, {
      env: home.env,
      cwd: home.dir,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const stop = (): void => {
      try {
        // Kills its group, so that what it started ends with it.
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // Already gone.
      }
    };
    const deadline = setTimeout(stop, deadlineMs);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const code = await new Promise<number | null>((done, fail) => {
      child.on('error', fail);
      child.on('close', done);
    });
    clearTimeout(deadline);
    stop();
    return { code, stdout, stderr };
  } finally {
    await home.remove();
  }
}
