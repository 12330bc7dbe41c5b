/** Runs commands over ssh: pooled open connections, pinned host keys, and a retry only if nothing has run yet. */

import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { because, type Words } from '@synapse/contract';
import {
  type Bootstrap,
  createBootstrap,
  createLingering,
  driveShell,
  type Executor,
  GATHER,
  hostShell,
  killFromOutside,
  killTree,
  LOGIN_TO_BASH,
  prepareCommand,
  probeByShell,
  type ResolvedCommand,
  type RunOptions,
  type RunOutcome,
  renewBootstrap,
  SHELL_MS,
  type Shell,
  shellStuck,
  type Unstarted,
  unstartedRefusal,
  watchFromOutside,
} from '@synapse/runner';
import type { ClientChannel } from 'ssh2';
import { isChannel, openChannel, shellOf } from './channel.ts';
import { connectSsh, rememberHostKey, SSH_TIMINGS, type SshHost, type SshTimings } from './connection.ts';
import { createGuard } from './guard.ts';
import { createKeyRing, unreachable } from './key-ring.ts';
import { createSshPool, type Lease, POOL_DEFAULTS, type PoolOptions } from './pool.ts';
import { createQuietMoment, type QuietMoment } from './quiet-moment.ts';
import { startShellTime } from './shell-time.ts';
import { createWaitingShells, type LoginShell, type WaitingShell } from './waiting-shells.ts';

export interface SshExecutorOptions extends SshHost {
  readonly timings?: Partial<SshTimings>;
  readonly pool?: Partial<PoolOptions>;
  /** Shared with the other machines: work done ahead for one must not slow down another. */
  readonly quietMoment?: QuietMoment;
}

/** A connection that was open before may be half open. After this time it is given up, and a new one is tried. */
const REUSED_READY_MS = 2_500;
/** For work beside a command, and ahead of one. */
const BESIDE_MS = 15_000;
const GUARD_MS = 800;
const ATTEMPTS = 4;
/** A refused channel has run nothing and costs little. From refusals we learn how many a connection may hold. */
const REFUSALS = 20;
/**
 * How long, and how many at most, shells are kept waiting for the next command: about as many as ran at once before.
 */
const WAITING_SHELL_MS = 60_000;
const WAITING_SHELLS = 8;

/** Shells are started ahead, and without looking for bash, where any shell will do or bash is preferred. */
const isUsual = (shell: Shell | undefined): boolean => shell === undefined || shell === 'auto';

type ShellOptions = RunOptions & { readonly shellMs: number };

/** A shell that has been asked for, on its channel. */
interface RequestedShell {
  readonly lease: Lease;
  readonly channel: ClientChannel;
  /** The nonce with which it reports that it is ready. */
  readonly bootstrap: Bootstrap;
  /** The longest wait for that report. */
  readonly readyMs: number;
  /** When it was requested. Null: it had been started before. */
  readonly since: number | null;
}

export function createSshExecutor(options: SshExecutorOptions): Executor {
  const timings = { ...SSH_TIMINGS, ...options.timings };
  const keys = createKeyRing();
  const target = rememberHostKey(options);
  const poolOptions = { ...POOL_DEFAULTS, ...options.pool };
  const pool = createSshPool(() => connectSsh(target, timings, keys), poolOptions);
  const idleMs = Math.min(WAITING_SHELL_MS, poolOptions.idleMs);
  /** Until a bash that was started without looking for one did not answer. */
  let bashAtOnce = true;
  const login = (shell: Shell | undefined): LoginShell => {
    const bootstrap = createBootstrap(shell);
    return { bootstrap, text: isUsual(shell) && bashAtOnce ? LOGIN_TO_BASH : bootstrap.loginCommand };
  };
  const waitingShells = createWaitingShells({
    vacancy: pool.vacancy,
    login: () => login('auto'),
    idleMs,
    readyMs: BESIDE_MS,
  });
  const lingering = createLingering();
  const quietMoment = options.quietMoment ?? createQuietMoment();
  /** REUSED_READY_MS, or longer if shells have been slow to start. */
  let patience = REUSED_READY_MS;

  const busy = { now: 0, most: 0 };
  const prepareForNext = () => {
    if (busy.now > 0) return;
    waitingShells.fill(Math.min(busy.most, WAITING_SHELLS));
    busy.most = 0;
  };
  const run = async (command: ResolvedCommand, runOptions: RunOptions): Promise<RunOutcome> => {
    const leave = quietMoment.enter();
    busy.now += 1;
    busy.most = Math.max(busy.most, busy.now);
    try {
      return await runUntilStarted(command, runOptions);
    } finally {
      leave();
      busy.now -= 1;
      // Not while other commands run or wait for their answer: they come first.
      if (busy.now === 0) quietMoment.wait(prepareForNext);
    }
  };

  const runUntilStarted = async (command: ResolvedCommand, runOptions: RunOptions): Promise<RunOutcome> => {
    const wholeMs = runOptions.shellMs ?? SHELL_MS;
    const shellTime = startShellTime(wholeMs);
    let failure: Words = because('host_no_channel');
    const shell = hostShell(command);
    const fits = isUsual(shell);
    /** A shell was requested and did not answer. */
    let hangs = false;
    for (let [attempt, refused] = [1, 0]; attempt <= ATTEMPTS && refused <= REFUSALS; attempt++) {
      const waiting = fits ? (waitingShells.take() ?? (await waitingShells.coming())) : undefined;
      const lease = waiting?.lease ?? (await acquire(runOptions.signal));
      if (!lease) return { kind: 'killed' };
      runOptions.onReached?.();
      const result = await shellTime.spend((shellMs) => {
        const options = { ...runOptions, shellMs };
        return waiting ? drive(wake(waiting), command, options) : runOnce(lease, command, options);
      });
      if (result === 'full') {
        failure = because('host_channels_full');
        [attempt, refused] = [attempt - 1, refused + 1];
        continue;
      }
      if (result === 'no bash') {
        attempt -= 1;
        continue;
      }
      if (result.kind !== 'unstarted') return result;
      if (result.sent && result.exit && 'lost' in result.exit) {
        // Its text was handed over, so it may have run: it is never run a second time.
        runOptions.onStarted();
        return { kind: 'lost', reason: result.exit.lost };
      }
      hangs ||= result.exit === null;
      if (waiting && !result.begun && shellTime.leftMs() > 0) {
        // The waiting shell died, which says nothing about a new one.
        attempt -= 1;
        continue;
      }
      if (result.exit ? 'code' in result.exit : result.begun) throw unstartedRefusal(command, result, wholeMs);
      if (result.exit && 'lost' in result.exit) failure = result.exit.lost;
      // A connection that was open before may just as likely be half open: a new one will tell.
      if (shellTime.leftMs() === 0 || (hangs && !lease.reused)) break;
    }
    throw hangs ? shellStuck(wholeMs) : unreachable(failure);
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
    runOptions: ShellOptions,
  ): Promise<RunOutcome | Unstarted | 'full' | 'no bash'> => {
    const { bootstrap, text } = login(hostShell(command));
    const since = performance.now();
    const readyMs = lease.reused ? Math.min(patience, runOptions.shellMs) : runOptions.shellMs;
    const channel = await openChannel(lease, text, runOptions.signal, readyMs);
    if (channel === 'aborted') return { kind: 'killed' };
    if (channel === 'full') return 'full';
    if (!isChannel(channel)) {
      // If one connection does not answer, all to the same host are suspect: the next attempt opens a new one.
      if (channel === 'late') startAfresh();
      // The host has just logged us in: it is there, and what hangs comes after that.
      const hangs = channel === 'late' && !lease.reused;
      const exit = hangs ? null : { lost: channel === 'late' ? because('host_no_channel') : channel.failed };
      return { kind: 'unstarted', exit, noise: '', begun: false, sent: false };
    }
    if (text !== LOGIN_TO_BASH) return drive({ lease, channel, bootstrap, readyMs, since }, command, runOptions);
    channel.write(bootstrap.wake);
    const result = await drive({ lease, channel, bootstrap, readyMs, since }, command, runOptions);
    if (result.kind !== 'unstarted' || result.begun || (result.exit && 'lost' in result.exit)) return result;
    // It was sent nothing to run. The next one starts with a shell that looks for bash, and reports before it reads.
    bashAtOnce = false;
    return result.exit === null ? result : 'no bash';
  };

  const startAfresh = () => {
    waitingShells.close();
    pool.close();
  };

  /** Asks the shell whether it still waits. Nothing of the command is sent before it has answered. */
  const wake = ({ lease, channel, bootstrap: earlier }: WaitingShell): RequestedShell => {
    const bootstrap = renewBootstrap(earlier);
    channel.write(bootstrap.wake);
    return { lease, channel, bootstrap, readyMs: patience, since: null };
  };

  const drive = async (
    { lease, channel, bootstrap, readyMs, since }: RequestedShell,
    command: ResolvedCommand,
    runOptions: ShellOptions,
  ): Promise<RunOutcome | Unstarted> => {
    let closed = false;
    channel.once('close', () => {
      closed = true;
    });
    let shellPid = 0;
    const signs = { tag: command.tag, mark: bootstrap.mark };
    const prepared = prepareCommand(command, bootstrap, {
      watchdog: false,
      input: runOptions.input !== undefined,
    });
    const guard = createGuard(timings.guardMs, async (signal) => {
      const input = await runBeside(watchFromOutside(shellPid, signs), signal);
      input.write(`${GATHER}\n`);
      return input;
    });
    const killNow = async () => {
      const text = killFromOutside(killTree(shellPid, signs, 'marked'), prepared.killBeside, timings.killMs);
      // The host itself ends it in time. This is for a host that does not.
      const endsMs = timings.killMs + BESIDE_MS;
      await runBeside(text, AbortSignal.timeout(BESIDE_MS), { urgent: true, endsMs });
    };
    const shell = shellOf(channel, lease.connection, async () => {
      if (guard.release() && (await Promise.race([shell.exit, delay(GUARD_MS, null, { ref: false })]))) return;
      await killNow();
    });
    const result = await driveShell(shell, {
      ...runOptions,
      ...prepared,
      payload: (pid) => {
        shellPid = pid;
        return prepared.payload();
      },
      onStarted: () => {
        if (since !== null) {
          patience = Math.min(BESIDE_MS, Math.max(REUSED_READY_MS, 3 * (performance.now() - since)));
        }
        if (!prepared.watched) guard.watch();
        runOptions.onStarted();
      },
      cwd: command.cwd,
      readyMs,
    }).catch((error: unknown) => {
      guard.standDown();
      throw error;
    });
    if (result.kind === 'lost') {
      // If its guard is on this connection, the guard has seen the end too. Otherwise it is killed as soon as the host
      // is reached.
      if (!guard.release()) killNow().catch(() => {});
    } else guard.standDown();
    if (result.kind === 'unstarted' || result.kind === 'lost') {
      if (result.kind === 'unstarted' && result.exit === null) startAfresh();
      // A shell that has ended by itself leaves a sound connection.
      if (result.kind === 'lost' || result.exit === null || 'lost' in result.exit) lease.retire();
      channel.close();
    } else if (!closed) lingering.add(channel);
    return result;
  };

  /**
   * Runs text in a shell on a channel of its own. Resolves with that shell's input once it has begun. After `endsMs` it
   * is not waited for any more.
   */
  const runBeside = async (
    text: string,
    signal: AbortSignal,
    { urgent = false, endsMs }: { urgent?: boolean; endsMs?: number } = {},
  ): Promise<Writable> => {
    const lease = await pool.acquire(signal, { urgent });
    const { loginCommand, nonce } = createBootstrap();
    const channel = await openChannel(lease, loginCommand, signal, BESIDE_MS);
    if (!isChannel(channel)) throw new Error('no channel');
    const begun = Promise.withResolvers<void>();
    const done = driveShell(
      shellOf(channel, lease.connection, async () => {}),
      {
        nonces: [nonce],
        payload: () => Buffer.from(`printf "\\036${nonce}:go\\036"; ${text}\n`),
        cwd: null,
        shellMs: BESIDE_MS,
        signal: endsMs === undefined ? new AbortController().signal : AbortSignal.timeout(endsMs),
        output: { stdout: () => {}, stderr: () => {} },
        mayStart: () => Promise.resolve(),
        onStarted: begun.resolve,
      },
    ).finally(() => channel.close());
    await Promise.race([begun.promise, done]);
    return channel;
  };

  return {
    run,
    // Not by `run`: no command is expected, so no shell is started ahead.
    probe: (signal, shellMs) => probeByShell(runUntilStarted, signal, shellMs),
    close: async () => {
      lingering.close();
      startAfresh();
    },
  };
}
