/** Runs commands over ssh: warm pooled connections, pinned host keys, a retry only where nothing has run yet. */
import { constants } from 'node:os';
import type { ClientChannel } from 'ssh2';
import { createBootstrap, killTree } from '../bootstrap.ts';
import { driveShell, type ShellExit, type ShellProcess, type Unstarted } from '../drive-shell.ts';
import type { Executor, Outcome, ResolvedCommand, RunOptions } from '../executor.ts';
import { prepareCommand, unstartedRefusal } from '../prepare-command.ts';
import { createLingering } from './lingering.ts';
import {
  connectSsh,
  createKeyRing,
  rememberHostKey,
  SSH_TIMINGS,
  type SshConnection,
  type SshHost,
  type SshTimings,
  unreachable,
} from './ssh-connection.ts';
import { createSshPool, type Lease, POOL_DEFAULTS, type PoolOptions } from './ssh-pool.ts';

export interface SshExecutorOptions extends SshHost {
  readonly timings?: Partial<SshTimings>;
  readonly pool?: Partial<PoolOptions>;
}

/** A connection that served before may be half open: past this it is given up and a new one asked. */
const REUSED_READY_MS = 2_500; // and longer where shells have been slow to start
const READY_MS = 15_000;
const START_MS = 15_000;
const ATTEMPTS = 4;

export function createSshExecutor(options: SshExecutorOptions): Executor {
  const timings = { ...SSH_TIMINGS, ...options.timings };
  const keys = createKeyRing();
  const target = rememberHostKey(options);
  const pool = createSshPool(() => connectSsh(target, timings, keys), { ...POOL_DEFAULTS, ...options.pool });
  const lingering = createLingering();
  let patience = REUSED_READY_MS;

  const run = async (command: ResolvedCommand, runOptions: RunOptions): Promise<Outcome> => {
    let failure = 'no connection';
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const lease = await acquire(runOptions.signal);
      if (!lease) return { kind: 'killed' };
      const result = await runOnce(lease, command, runOptions);
      if (result.kind !== 'unstarted') return result;
      if (result.sent && result.exit && 'lost' in result.exit) {
        // Its text was handed over, so it may have run: never a second time.
        runOptions.onStarted();
        return { kind: 'lost', reason: result.exit.lost };
      }
      if (result.sent || (result.exit && 'code' in result.exit)) throw unstartedRefusal(command, result);
      failure = result.exit?.lost ?? 'the host does not answer';
    }
    throw unreachable(failure);
  };

  const acquire = async (signal: AbortSignal): Promise<Lease | null> => {
    try {
      return await pool.acquire(signal);
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  };

  const runOnce = async (
    lease: Lease,
    command: ResolvedCommand,
    runOptions: RunOptions,
  ): Promise<Outcome | Unstarted> => {
    const bootstrap = createBootstrap();
    const channel = await openChannel(lease, bootstrap.loginCommand, runOptions.signal);
    if ('kind' in channel) return channel;
    let closed = false;
    channel.once('close', () => {
      closed = true;
    });
    const { killFirst, ...prepared } = prepareCommand(command, bootstrap);
    const killer = (pid: number) => runQuietly(`${killFirst}; ${killTree(pid, command.tag)}`);
    const opened = performance.now();
    const result = await driveShell(shellOf(channel, lease.connection, killer), {
      ...runOptions,
      ...prepared,
      onStarted: () => {
        patience = Math.min(READY_MS, Math.max(REUSED_READY_MS, 3 * (performance.now() - opened)));
        runOptions.onStarted();
      },
      cwd: command.cwd,
      readyMs: lease.reused ? patience : READY_MS,
      startMs: START_MS,
    });
    if (result.kind === 'unstarted' || result.kind === 'lost') {
      // One that does not answer speaks for all to the same host: the next attempt opens a new one.
      if (result.kind === 'unstarted' && result.exit === null) pool.close();
      lease.retire();
      channel.close();
    } else if (!closed) lingering.add(channel);
    return result;
  };

  /** Frees the lease when the channel closes. */
  const openChannel = async (
    lease: Lease,
    text: string,
    signal: AbortSignal,
  ): Promise<ClientChannel | Outcome | Unstarted> => {
    const opening = lease.connection.exec(text);
    opening.then((channel) => channel.once('close', lease.release), lease.release);
    const given = giveUp(signal, lease.reused ? patience : READY_MS);
    try {
      const opened = await Promise.race([opening, given.up]);
      if (typeof opened === 'object') return opened;
      opening.then(
        (channel) => channel.close(),
        () => {},
      );
      if (opened === 'aborted') return { kind: 'killed' };
      pool.close();
      return { kind: 'unstarted', exit: null, noise: '', sent: false };
    } catch (error) {
      const { message, reason } = error as Error & { reason?: number };
      // 2: the host has no room for a further channel on this connection.
      if (reason === 2) lease.overfull();
      else lease.retire();
      return { kind: 'unstarted', exit: { lost: message }, noise: '', sent: false };
    } finally {
      given.clear();
    }
  };

  /** By another channel, and where need be another connection. */
  const runQuietly = async (text: string): Promise<void> => {
    const signal = AbortSignal.timeout(READY_MS);
    const lease = await pool.acquire(signal);
    const { loginCommand, nonce } = createBootstrap();
    const channel = await openChannel(lease, loginCommand, signal);
    if ('kind' in channel) throw new Error('no channel');
    await driveShell(
      shellOf(channel, lease.connection, async () => {}),
      {
        nonces: [nonce],
        payload: () => Buffer.from(`${text}\n`),
        cwd: null,
        readyMs: READY_MS,
        startMs: START_MS,
        signal,
        output: { stdout: () => {}, stderr: () => {} },
        onStarted: () => {},
      },
    );
    channel.close();
  };

  return {
    run,
    probe: async (signal) => {
      for (let attempt = 1; ; attempt++) {
        const lease = await pool.acquire(signal);
        const channel = await openChannel(lease, 'exit 0', signal);
        if (!('kind' in channel)) {
          channel.resume().stderr.resume();
          channel.end();
          return;
        }
        signal.throwIfAborted();
        if (attempt === ATTEMPTS) throw unreachable('the host opens no channel');
      }
    },
    close: async () => {
      lingering.close();
      pool.close();
    },
  };
}

function shellOf(channel: ClientChannel, connection: SshConnection, kill: ShellProcess['killTree']): ShellProcess {
  return {
    stdin: channel,
    stdout: channel,
    stderr: channel.stderr,
    exit: exitOf(channel, connection),
    killTree: kill,
    destroy: () => channel.close(),
  };
}

function exitOf(channel: ClientChannel, connection: SshConnection): Promise<ShellExit> {
  return new Promise((resolve) => {
    channel.once('exit', (code: number | null, signal?: string) =>
      resolve({ code: code ?? 128 + signalNumber(signal) }),
    );
    // Without an exit status the shell did not end: the way to it did.
    channel.once('close', () =>
      resolve({ lost: connection.closed ? connection.closeReason : 'channel closed by the host' }),
    );
    connection.onClose(() => resolve({ lost: connection.closeReason }));
  });
}

function signalNumber(name: string | undefined): number {
  return (constants.signals as Record<string, number>)[name ?? ''] ?? 0;
}

/** What ends a wait that has not come to its own end. */
function giveUp(signal: AbortSignal, ms: number) {
  const { promise: up, resolve } = Promise.withResolvers<'aborted' | 'late'>();
  const onAbort = () => resolve('aborted');
  const timer = setTimeout(resolve, ms, 'late');
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  const clear = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  };
  return { up, clear };
}
