/** Starts a shell on this host, in its own session with a clean environment. */
import type { ChildProcess } from 'node:child_process';
import { close } from 'node:fs';
import type { Socket } from 'node:net';
import { constants } from 'node:os';
import { because, Refusal } from '@synapse/contract';
import type { ShellExit, ShellProcess } from './drive-shell.ts';
import type { Isolation } from './isolation/isolation.ts';
import { loginEnvironment } from './login-environment.ts';
import { closePipes } from './output-pipe.ts';
import type { PipeStock } from './pipe-stock.ts';
import { startChild } from './start-child.ts';

/** Its driver adds how it is killed from outside. */
export interface LocalShell extends Omit<ShellProcess, 'killTree'> {
  readonly stdout: Socket;
  readonly stderr: Socket;
  readonly unref: () => void;
}

export type StartLocalShell = (argv: readonly string[]) => Promise<LocalShell>;

/**
 * `more`: added to the environment of a login; nothing else of the service's own reaches a command.
 * `isolation`: keeps commands away from the service.
 */
export function localShells(
  stock: PipeStock,
  more: Readonly<Record<string, string>> = {},
  isolation: Isolation | null = null,
): StartLocalShell {
  const environment = { ...loginEnvironment(), ...isolation?.environment, ...more };
  return async (argv) => {
    const pipes = await stock.take();
    const [{ reader: stdout }, { reader: stderr }] = pipes;
    const [program, ...args] = isolation === null ? argv : isolation.enclose(argv);
    let child: ChildProcess;
    try {
      child = startChild(program!, args, {
        detached: true,
        cwd: '/',
        env: environment,
        stdio: ['pipe', pipes[0].writer, pipes[1].writer, ...(isolation?.descriptors ?? [])],
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
    return { stdin, stdout, stderr, exit: exitOf(child), destroy, unref: () => child.unref() };
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
