/** The command line as people run it: a real process, in a home of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { CLI_PROGRAM } from '../programs.ts';

export { CLI_PROGRAM as PROGRAM };

const NODE_BIN = resolve(import.meta.dirname, '../../node_modules/.bin');
const DEADLINE_MS = 120_000;

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever a command answers.
  readonly json: any;
}

export interface RunOptions {
  readonly env?: Record<string, string>;
  readonly input?: string;
  readonly cwd?: string;
  /** After so long it is killed. */
  readonly deadlineMs?: number;
}

export interface Cli {
  readonly home: string;
  readonly env: Record<string, string>;
  /** `path` names the command as in the catalogue: `machine add`. */
  run(path: string, args?: readonly string[], options?: RunOptions): Promise<CliResult>;
  /** For a command that runs until it is stopped. */
  start(path: string, args?: readonly string[], options?: RunOptions): ChildProcess;
  /** The same in a terminal of its own, which `script` of util-linux makes; `words` as a shell reads them. */
  inTerminal(words: string, options?: RunOptions): ChildProcess;
  remove(): void;
}

export function createCli(url?: string, program = CLI_PROGRAM): Cli {
  const home = mkdtempSync(join(tmpdir(), 'synapse-cli-'));
  const env: Record<string, string> = {
    PATH: `${NODE_BIN}${delimiter}${process.env.PATH ?? ''}`,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    // What the program starts of ours finds the same files made into JavaScript already.
    ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
    ...(url === undefined ? {} : { SYNAPSE_URL: url }),
  };
  const start: Cli['start'] = (path, args = [], options = {}) =>
    spawn(process.execPath, [program, ...path.split(' ').filter(Boolean), ...args], {
      env: { ...env, ...options.env },
      cwd: options.cwd ?? home,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  return {
    home,
    env,
    start,
    inTerminal: (words, options = {}) => {
      // Questions are laid out for its width.
      const command = `stty cols 120 rows 40; exec '${process.execPath}' '${program}' ${words}`;
      return spawn('script', ['-qefc', command, '/dev/null'], {
        env: { ...env, TERM: 'xterm', ...options.env },
        cwd: options.cwd ?? home,
        stdio: ['pipe', 'pipe', 'pipe'],
      });
    },
    run: async (path, args = [], options = {}) => {
      const child = start(path, args, options);
      child.stdin!.on('error', () => undefined);
      child.stdin!.end(options.input ?? '');
      const deadline = setTimeout(() => child.kill('SIGKILL'), options.deadlineMs ?? DEADLINE_MS);
      let [stdout, stderr] = ['', ''];
      child.stdout!.setEncoding('utf8').on('data', (text: string) => {
        stdout += text;
      });
      child.stderr!.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
      });
      const code = await new Promise<number | null>((done) => child.on('close', done));
      clearTimeout(deadline);
      return { code, stdout, stderr, json: parse(stdout) };
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** All that a program has printed so far, and its end. */
export function listen(child: ChildProcess): { text(): string; ended: Promise<unknown[]> } {
  let text = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return { text: () => text, ended: once(child, 'exit') };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
