/** Real agents for tests: the program itself, as its owner would start it, with a home of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killAtEnd, removeAtEnd } from '../left-behind.ts';
import { AGENT_PROGRAM } from '../programs.ts';

export interface AgentOptions {
  /** The service's address; needed with `code`. */
  readonly url?: string;
  readonly code?: string;
  /** An existing home, which is then not removed at the end. */
  readonly home?: string;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Options for node itself. */
  readonly nodeFlags?: readonly string[];
  /** A program that runs the agent's, with its arguments. */
  readonly under?: readonly string[];
  /** Another copy of the program. */
  readonly program?: string;
}

export interface AgentProcess {
  readonly home: string;
  readonly pid: number;
  /** Everything it printed. */
  readonly printed: () => string;
  /** Resolves when it has printed this, `times` times. */
  says(text: string, times?: number): Promise<void>;
  readonly exit: Promise<number | null>;
  /** The lines of its own log. */
  log(): Record<string, unknown>[];
  signal(signal: NodeJS.Signals): void;
  /** Ends it as its owner would. */
  stop(): Promise<void>;
}

export function startAgent(options: AgentOptions): AgentProcess {
  const home = options.home ?? removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-agent-')));
  const [first, ...args] = [
    ...(options.under ?? []),
    process.execPath,
    ...(options.nodeFlags ?? []),
    options.program ?? AGENT_PROGRAM,
    'run',
    '--home',
    home,
    ...(options.code === undefined ? [] : ['--server', options.url!, '--code', options.code]),
    ...(options.flags ?? []),
  ];
  const child = killAtEnd(
    spawn(first!, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...options.env } }),
  );
  let printed = '';
  const looks = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      for (const look of looks) look();
    });
  }
  const exit = exitOf(child);
  return {
    home,
    pid: child.pid!,
    printed: () => printed,
    says: (text, times = 1) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (printed.split(text).length <= times) return;
          looks.delete(look);
          resolve();
        };
        looks.add(look);
        look();
        exit.then((code) => reject(new Error(`the agent ended with ${code}: ${printed}`)));
      }),
    exit,
    log: () =>
      readFileSync(join(home, 'agent.log'), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    signal: (signal) => void child.kill(signal),
    stop: async () => {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 60_000);
      await exit;
      clearTimeout(late);
      if (options.home === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Runs the program to its end. */
export async function agentCommand(args: readonly string[], env: Record<string, string> = {}, program = AGENT_PROGRAM) {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...env } });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  return { code: await exitOf(child), printed };
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('close', (code) => resolve(code)));
}
