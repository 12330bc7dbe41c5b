/** A home and a project for one client, in which it finds only what the test put there. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { stopAtEnd } from '../left-behind.ts';

const NODE_BIN = resolve(import.meta.dirname, '../../node_modules/.bin');
const DEADLINE_MS = 150_000;

export interface Ran {
  readonly code: number | null;
  /** What it printed on stdout and stderr, without colours. */
  readonly text: string;
}

export interface ClientHome {
  readonly home: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
  /** A file in the home, by its path from there. */
  put(path: string, text: string, mode?: number): void;
  run(program: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ran>;
  remove(): void;
}

export function createClientHome(): ClientHome {
  const home = mkdtempSync(join(tmpdir(), 'synapse-client-'));
  const project = join(home, 'project');
  mkdirSync(project);
  const env = {
    PATH: `${NODE_BIN}${delimiter}${process.env.PATH ?? ''}`,
    HOME: home,
    // Connections that lead away from this computer end here.
    HTTPS_PROXY: 'http://127.0.0.1:9',
    NO_PROXY: '127.0.0.1,localhost',
    NO_COLOR: '1',
  };
  return {
    home,
    project,
    env,
    put: (path, text, mode = 0o644) => {
      const file = join(home, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { mode });
    },
    run: (program, args, more = {}) => run(program, args, { ...env, ...more }, project),
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** In a group of its own, so that programs which a client starts end with it. */
function run(program: string, args: readonly string[], env: Record<string, string>, cwd: string): Promise<Ran> {
  return new Promise((done) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const kill = async (): Promise<void> => {
      try {
        process.kill(-child.pid!, 'SIGKILL');
      } catch {
        // It has already ended.
      }
    };
    const stopped = stopAtEnd(kill);
    const deadline = setTimeout(kill, DEADLINE_MS);
    let text = '';
    const hear = (chunk: Buffer): void => {
      text += chunk.toString();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('error', hear as never);
    child.on('close', (code) => {
      clearTimeout(deadline);
      stopped();
      void kill();
      done({ code, text: text.replaceAll(/\x1b\[[0-9;]*m/g, '') });
    });
  });
}
