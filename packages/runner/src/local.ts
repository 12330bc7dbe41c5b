/** Runs commands on the host of the service itself, each in its own session with a clean environment. */
import type { ChildProcess } from 'node:child_process';
import { close } from 'node:fs';
import type { Socket } from 'node:net';
import { constants, userInfo } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { because, Refusal } from '@synapse/contract';
import { createBootstrap, killTree } from './bootstrap.ts';
import { driveShell, type ShellExit, type ShellProcess } from './drive-shell.ts';
import { type Executor, SHELL_MS } from './executor.ts';
import { createLingering } from './lingering.ts';
import { closePipes } from './output-pipe.ts';
import { createPipeStock, type PipeStock } from './pipe-stock.ts';
import { prepareCommand, unstartedRefusal } from './prepare-command.ts';
import { probeByShell } from './probe-by-shell.ts';
import { startChild } from './start-child.ts';
import { GATHER, killFromOutside, watchBeside } from './watchdog.ts';

export interface LocalExecutorOptions {
  /** Added to PATH, HOME, USER, LANG, TERM: nothing else of the service's own environment reaches a command. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Shared with other executors, and closed by whoever made it. By default it has its own. */
  readonly pipes?: PipeStock;
}

/** A command that lasts this long is gathered in a control group. Shorter ones pay nothing for it. */
const GATHER_MS = 300;
/** For the shell that kills from outside. */
const KILLER_MS = 15_000;

export function createLocalExecutor(options: LocalExecutorOptions = {}): Executor {
  const environment = { ...cleanEnvironment(), ...options.environment };
  const lingering = createLingering();
  const stock = options.pipes ?? createPipeStock();

  const start = async (argv: readonly string[], killTree: ShellProcess['killTree']): Promise<LocalShell> => {
    const pipes = await stock.take();
    const [{ reader: stdout }, { reader: stderr }] = pipes;
    const [program, ...args] = argv;
    let child: ChildProcess;
    try {
      child = startChild(program!, args, {
        detached: true,
        cwd: '/',
        env: environment,
        stdio: ['pipe', pipes[0].writer, pipes[1].writer],
      });
      if (!child.stdin) throw await whyNotStarted(child);
    } catch (error) {
      closePipes(pipes);
      throw error;
    }
    const { stdin } = child;
    // The end of its input tells the watchdog to leave.
    child.once('exit', () => stdin.destroy());
    for (const { writer } of pipes) close(writer);
    const destroy = () => {
      stdout.destroy();
      stderr.destroy();
      // One that hangs has not answered, and nothing else would end it: it leads a group of its own.
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) killGroup(child.pid);
    };
    return { stdin, stdout, stderr, exit: exitOf(child), killTree, destroy, unref: () => child.unref() };
  };

  const run: Executor['run'] = async (command, runOptions) => {
    if (runOptions.signal.aborted) return { kind: 'killed' };
    const shellMs = runOptions.shellMs ?? SHELL_MS;
    runOptions.onReached?.();
    const bootstrap = createBootstrap();
    const { killBeside, ...prepared } = prepareCommand(command, bootstrap, {
      ...{ watchdog: true, argument: true, input: runOptions.input !== undefined },
    });
    const signs = { tag: command.tag, mark: bootstrap.mark };
    const argv = [...bootstrap.argv, '/bin/sh', watchBeside(signs, killBeside)];
    const shell = await start(argv, async (pid) => {
      const killer = await start(
        ['/bin/sh', '-c', killFromOutside(killTree(pid, signs, bootstrap.nonce), killBeside, KILLER_MS)],
        async () => {},
      );
      // It may have to wait for a container that does not answer, and keeps nobody from ending meanwhile.
      for (const stream of [killer.stdout, killer.stderr]) stream.resume().unref();
      killer.stdin.end();
      killer.unref();
      await Promise.race([killer.exit, delay(KILLER_MS, null, { ref: false })]);
      killer.destroy();
    });
    let gathering: NodeJS.Timeout | undefined;
    const result = await driveShell(shell, {
      ...runOptions,
      ...prepared,
      onStarted: () => {
        // Where the command reads its input itself, no watchdog does.
        if (runOptions.input === undefined)
          gathering = setTimeout(() => shell.stdin.write(`${GATHER}\n`), GATHER_MS).unref();
        runOptions.onStarted();
      },
      cwd: command.cwd,
      shellMs,
    }).finally(() => {
      clearTimeout(gathering);
      void stock.fill();
    });
    if (result.kind === 'unstarted') throw unstartedRefusal(command, result, shellMs);
    for (const stream of [shell.stdout, shell.stderr]) if (!stream.closed) lingering.add(held(stream));
    return result;
  };

  return {
    preparesAhead: true,
    run,
    probe: (signal, shellMs) => probeByShell(run, signal, shellMs),
    close: async () => {
      if (options.pipes === undefined) stock.close();
      lingering.close();
    },
  };
}

type LocalShell = ShellProcess & { readonly stdout: Socket; readonly stderr: Socket; readonly unref: () => void };

/** In a container, a login may be a number that no list of users knows. */
function whoWeAre(): { username: string; homedir: string } {
  try {
    return userInfo();
  } catch {
    return { username: String(process.getuid?.() ?? ''), homedir: process.env.HOME || '/' };
  }
}

function cleanEnvironment(): Record<string, string> {
  const { username, homedir } = whoWeAre();
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: homedir,
    USER: username,
    LOGNAME: username,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    // A bash with a socket as its stdin and no SHLVL reads ~/.bashrc.
    SHLVL: '0',
  };
}

function exitOf(child: ChildProcess): Promise<ShellExit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code: code ?? 128 + constants.signals[signal!] }));
    child.once('error', (error) => resolve({ lost: because('start_failed', { detail: error.message }) }));
  });
}

/**
 * The system cannot start another process, or has no descriptors for its streams. The error event tells so a moment
 * later.
 */
function whyNotStarted(child: ChildProcess): Promise<Refusal> {
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(new Refusal('machine_unreachable', { reason: message })));
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

/** Does not keep the service from ending. */
function held(stream: Socket) {
  stream.unref();
  return { close: () => stream.destroy(), once: stream.once.bind(stream) };
}
