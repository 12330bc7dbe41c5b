/**
 * Shells that are started ahead, on connections that are open anyway. The next command finds one waiting and need not
 * open a channel and start a login shell. They know nothing of any command, and end by themselves if unused.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Bootstrap } from '@synapse/runner';
import type { ClientChannel } from 'ssh2';
import { isChannel, openChannel } from './channel.ts';
import type { Lease } from './pool.ts';

export interface WaitingShell {
  readonly lease: Lease;
  /** Not read from yet. */
  readonly channel: ClientChannel;
  /** What it was started for. */
  readonly bootstrap: Bootstrap;
}

export interface WaitingShells {
  /** A waiting shell, or undefined if there is none. It may have died unnoticed. */
  take(): WaitingShell | undefined;
  /**
   * The shell that is being started now, because it is ready sooner than another. For one command at a time, for a
   * short wait.
   */
  coming(): Promise<WaitingShell | undefined>;
  /**
   * Starts shells, one after the other, until this many wait. A command that comes meanwhile stops this; what is
   * missing is started the next time. Never opens a connection for a shell.
   */
  fill(count: number): void;
  close(): void;
}

/** A shell that is to be started. */
export interface LoginShell {
  readonly bootstrap: Bootstrap;
  /** What the login shell is given to run. */
  readonly text: string;
}

/** About as long as a start takes. Waiting longer is not worth it. */
const COMING_MS = 25;

export interface WaitingShellOptions {
  readonly vacancy: () => Lease | undefined;
  /** How a shell is started. */
  readonly login: () => LoginShell;
  /** How long a shell waits for a command. */
  readonly idleMs: number;
  readonly readyMs: number;
}

export function createWaitingShells({ vacancy, login, idleMs, readyMs }: WaitingShellOptions): WaitingShells {
  const waiting = new Map<WaitingShell, NodeJS.Timeout>();
  /** Aborts the channel that is being opened. Opening it takes only a moment. */
  let opening: AbortController | null = null;
  let arrival: Promise<boolean> | null = null;
  let awaited = false;
  /** How many shells should wait, while they are being started. */
  let wanted = 0;
  let interrupted = false;

  const remove = (shell: WaitingShell): boolean => {
    clearTimeout(waiting.get(shell));
    return waiting.delete(shell);
  };
  const dismiss = (shell: WaitingShell) => {
    if (remove(shell)) hangUp(shell.channel);
  };
  const startNext = async (): Promise<void> => {
    if (interrupted || opening) return;
    const lease = waiting.size < wanted ? vacancy() : undefined;
    if (!lease) {
      wanted = 0;
      return;
    }
    arrival = start(lease);
    const started = await arrival;
    arrival = null;
    if (started) return startNext();
    wanted = 0;
  };
  /** False: the host opens no channel for it. */
  const start = async (lease: Lease): Promise<boolean> => {
    const { bootstrap, text } = login();
    opening = new AbortController();
    const channel = await openChannel(lease, text, opening.signal, readyMs);
    opening = null;
    if (!isChannel(channel)) return false;
    const shell = { lease, channel, bootstrap };
    waiting.set(shell, setTimeout(dismiss, idleMs, shell).unref());
    channel.once('exit', () => dismiss(shell));
    return true;
  };

  const take = (): WaitingShell | undefined => {
    interrupted = true;
    for (const shell of waiting.keys()) {
      if (!shell.lease.connection.closed) {
        remove(shell);
        return shell;
      }
      dismiss(shell);
    }
    return undefined;
  };

  return {
    take,
    coming: async () => {
      if (arrival === null || awaited) return undefined;
      awaited = true;
      await Promise.race([arrival, delay(COMING_MS, null, { ref: false })]);
      awaited = false;
      return take();
    },
    fill: (count) => {
      wanted = Math.max(wanted, count);
      interrupted = false;
      startNext();
    },
    close: () => {
      opening?.abort();
      for (const shell of waiting.keys()) dismiss(shell);
    },
  };
}

/** What it has printed is read, because the channel only counts as closed after that. */
function hangUp(channel: ClientChannel): void {
  channel.resume().stderr.resume();
  channel.close();
}
