/** Runs commands on the host of the service itself: a session of their own, a clean environment. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { constants, userInfo } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { createBootstrap, killTree } from '../bootstrap.ts';
import { driveShell, type ShellExit, type ShellProcess } from '../drive-shell.ts';
import type { Executor, ResolvedCommand } from '../executor.ts';
import { prepareCommand, unstartedRefusal } from '../prepare-command.ts';
import { createLingering } from './lingering.ts';

export interface LocalExecutorOptions {
  /** Added to PATH, HOME, USER, LANG, TERM: nothing of the service's own environment reaches a command. */
  readonly environment?: Readonly<Record<string, string>>;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const START_MS = 15_000;

export function createLocalExecutor(options: LocalExecutorOptions = {}): Executor {
  const environment = { ...cleanEnvironment(), ...options.environment };
  const lingering = createLingering();
  const start = (argv: readonly string[]): Child => {
    const [program, ...args] = argv;
    return spawn(program!, args, { detached: true, cwd: '/', env: environment, stdio: ['pipe', 'pipe', 'pipe'] });
  };
  const shellOf = (child: Child, command: ResolvedCommand): ShellProcess => ({
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    exit: exitOf(child),
    killTree: async (pid) => {
      const killer = start(['/bin/sh', '-c', killTree(pid, command.tag)]);
      await exitOf(killer);
    },
    destroy: () => {
      child.stdout.destroy();
      child.stderr.destroy();
    },
  });
  return {
    run: async (command, runOptions) => {
      if (runOptions.signal.aborted) return { kind: 'killed' };
      const bootstrap = createBootstrap();
      const child = start(bootstrap.argv);
      const result = await driveShell(shellOf(child, command), {
        ...runOptions,
        ...prepareCommand(command, bootstrap),
        cwd: command.cwd,
        readyMs: START_MS,
        startMs: START_MS,
      });
      if (result.kind === 'unstarted') throw unstartedRefusal(command, result);
      if (!child.stdout.closed || !child.stderr.closed) lingering.add(held(child));
      return result;
    },
    probe: async () => {},
    close: async () => lingering.close(),
  };
}

function cleanEnvironment(): Record<string, string> {
  const { username, homedir } = userInfo();
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: homedir,
    USER: username,
    LOGNAME: username,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    // A bash that meets a socket as its stdin and no level reads ~/.bashrc.
    SHLVL: '0',
  };
}

function exitOf(child: Child): Promise<ShellExit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code: code ?? 128 + constants.signals[signal!] }));
    child.once('error', (error) => resolve({ lost: error.message }));
  });
}

function held(child: Child) {
  return {
    close: () => {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    once: (event: 'close', listener: () => void) => child.once(event, listener),
  };
}
