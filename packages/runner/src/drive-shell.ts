/** Drives a shell that was started on a target from its first byte to its end: handshake, output, abort, last bytes. */
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { because, Refusal, type Words } from '@synapse/contract';
import { EndScanner } from './end-scanner.ts';
import type { OutputSink, RunOptions, RunOutcome } from './executor.ts';
import { feed } from './feed-input.ts';
import { HandshakeChain } from './handshake-chain.ts';
import { startPatience } from './patience.ts';
import { drained, type Pump, pump, settled } from './pump-output.ts';
import { STAND_DOWN } from './watchdog.ts';

export type ShellExit = { readonly code: number } | { readonly lost: Words };

/** A shell with its three streams, wherever it runs. `stdout` and `stderr` are not read yet. */
export interface ShellProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Never rejects. Resolves when the shell itself has ended, even if another process still holds its output. */
  readonly exit: Promise<ShellExit>;
  /**
   * Kills from outside, in case the end of stdin does not. Resolves when all is dead; rejects if it could not be done.
   */
  killTree(pid: number): Promise<void>;
  /** Lets go of the streams. */
  destroy(): void;
}

export interface DriveOptions extends RunOptions {
  /** One for each nested shell: the target's own, then the container's. The last one runs the command. */
  readonly nonces: readonly string[];
  /** What the first shell is sent once it is ready; `pid` is its process number. */
  readonly payload: (pid: number) => Buffer;
  /** What the last one is sent once it is ready, if there are two: the command. The first payload only leads there. */
  readonly innerPayload?: () => Buffer;
  /** The longest wait until all of them are ready and the command has started. */
  readonly shellMs: number;
  /** The longest wait for the first one, if it has to answer sooner. */
  readonly readyMs?: number;
  /** Set if a shell around the command's own reports the end, because the target may not. */
  readonly endNonce?: string | null;
  readonly cwd: string | null;
  /** False: no watchdog on the target kills when stdin ends, so `killTree` is the only way. By default there is one. */
  readonly watched?: boolean;
}

/** The command did not start. */
export interface Unstarted {
  readonly kind: 'unstarted';
  /** Null: the shell was not ready in time. */
  readonly exit: ShellExit | null;
  readonly noise: string;
  /** The first shell was given something to do: the command, or what leads to the shell that runs it. */
  readonly begun: boolean;
  /** The command's text was handed over, so it may have started if the target vanished. */
  readonly sent: boolean;
}

/** A watchdog on the target kills within moments. If it has not by then, the command is killed from outside. */
const WATCHDOG_MS = 800;
/** How long a kill may stay unconfirmed: a busy target is slow, and one that vanished says nothing. */
const OUTSIDE_MS = 10_000;
const LAST_DROPS_MS = 200;

export async function driveShell(shell: ShellProcess, options: DriveOptions): Promise<RunOutcome | Unstarted> {
  const { signal, output } = options;
  const stdout = new HandshakeChain(options.nonces);
  const stderr = new HandshakeChain(options.nonces);
  let pid = 0;
  let begun = false;
  let sent = false;
  let over = false;
  const start = Promise.withResolvers<'started' | 'refused'>();
  const failed = Promise.withResolvers<never>();
  const late = deadline(options.shellMs, options.readyMs);
  failed.promise.catch(() => {});

  const ends = options.endNonce
    ? { out: new EndScanner(options.endNonce), err: new EndScanner(options.endNonce) }
    : null;
  const ended = Promise.withResolvers<ShellExit>();
  const strip = (scanner: EndScanner | undefined, own: Buffer) => {
    if (!scanner) return own;
    const rest = scanner.push(own);
    if (ends && ends.out.code !== null && ends.err.code !== null) ended.resolve({ code: ends.out.code });
    return rest;
  };

  const write = (text: () => Buffer): boolean => {
    if (over || signal.aborted) return false;
    begun = true;
    shell.stdin.write(text());
    return true;
  };
  const lastPayload = options.innerPayload ?? (() => options.payload(pid));
  const handOver = () => {
    if (write(lastPayload)) sent = true;
  };
  /** The way into a container is made ahead; the command waits until it may start. */
  const onReady = () => {
    if (options.innerPayload && stdout.ready === 1) {
      write(() => options.payload(pid));
      options.mayStart().catch(failed.reject);
    } else options.mayStart().then(handOver).catch(failed.reject);
  };

  const onStdout = (chunk: Buffer) => {
    const [before, ready] = [stdout.passed, stdout.ready];
    const own = stdout.push(chunk);
    if (!before) {
      if (stdout.pid !== 0 && pid === 0) {
        pid = stdout.pid;
        late.firstIsReady();
      }
      if (stdout.ready > ready) onReady();
      if (stdout.cwdMissing) start.resolve('refused');
      if (!stdout.passed) return;
      options.onStarted();
      start.resolve('started');
      if (options.input) feed(options.input, shell.stdin, () => over || signal.aborted);
    }
    const rest = strip(ends?.out, own);
    if (rest.length > 0) return output.stdout(rest);
  };
  const onStderr = (chunk: Buffer) => {
    const rest = strip(ends?.err, stderr.push(chunk));
    if (rest.length > 0) return output.stderr(rest);
  };
  // Writing to a shell that is gone fails; its exit already tells us.
  shell.stdin.on('error', () => {});
  const pumps = [pump(shell.stdout, onStdout, failed.reject), pump(shell.stderr, onStderr, failed.reject)];

  const aborted = Promise.withResolvers<'aborted'>();
  const onAbort = () => aborted.resolve('aborted');
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    const first = await Promise.race([start.promise, shell.exit, aborted.promise, failed.promise, late.promise]);
    late.clear();
    over = first !== 'started';
    if (typeof first === 'object') await drained(pumps, aborted.promise);
    if (stdout.cwdMissing) throw new Refusal('cwd_not_found', { cwd: options.cwd ?? '' });
    if (!stdout.passed && first !== 'aborted') {
      if (first === 'late') await kill(shell, begun ? pid : 0, options.watched !== false, pumps);
      // It started just while it was being killed for not having started.
      if (stdout.passed) return { kind: 'lost', reason: because('shell_late') };
      const noise = `${stdout.noise}\n${stderr.noise}`.trim();
      return { kind: 'unstarted', exit: typeof first === 'object' ? first : null, noise, begun, sent };
    }
    const end =
      typeof first === 'object'
        ? first
        : await Promise.race([ended.promise, shell.exit, aborted.promise, failed.promise]);
    if (end === 'aborted') {
      const outcome = await kill(shell, begun ? pid : 0, options.watched !== false, pumps);
      if (ends) await Promise.race([flush(output, ends.out, ends.err), delay(LAST_DROPS_MS, null, { ref: false })]);
      return outcome;
    }
    if (ends?.out.code != null && ends.err.code !== null) {
      shell.stdin.write(`${STAND_DOWN}\n`);
      await Promise.race([settled(pumps), aborted.promise]);
    } else {
      await drained(pumps, aborted.promise);
      if (ends) await Promise.race([flush(output, ends.out, ends.err), aborted.promise]);
    }
    return 'lost' in end ? { kind: 'lost', reason: end.lost } : { kind: 'exited', exitCode: end.code };
  } catch (error) {
    if (!(error instanceof Refusal)) await kill(shell, begun ? pid : 0, options.watched !== false, pumps);
    throw error;
  } finally {
    over = true;
    late.clear();
    signal.removeEventListener('abort', onAbort);
    // The shell has closed its input together with its output, so ending stdin would be one message too many.
    if (!pumps.every((one) => one.over())) shell.stdin.end();
    for (const one of pumps) one.discard();
  }
}

async function flush(output: OutputSink, out: EndScanner, err: EndScanner): Promise<void> {
  for (const [held, deliver] of [
    [out.flush(), output.stdout],
    [err.flush(), output.stderr],
  ] as const) {
    if (held.length > 0) await deliver(held);
  }
}

function deadline(wholeMs: number, firstMs = wholeMs) {
  const { promise, resolve } = Promise.withResolvers<'late'>();
  const late = () => resolve('late');
  const [clearWhole, clearFirst] = [startPatience(wholeMs, late), startPatience(firstMs, late)];
  return {
    promise,
    firstIsReady: clearFirst,
    clear: () => {
      clearWhole();
      clearFirst();
    },
  };
}

/** The shell dies last of its tree, so its exit means that all are dead. `pid` 0: it was sent nothing to run. */
async function kill(shell: ShellProcess, pid: number, watched: boolean, pumps: readonly Pump[]): Promise<RunOutcome> {
  const within = (ms: number) => Promise.race([shell.exit, delay(ms, null, { ref: false })]);
  shell.stdin.end();
  let exit = watched || pid === 0 ? await within(WATCHDOG_MS) : null;
  if (!exit && pid !== 0) {
    shell.killTree(pid).catch(() => {});
    exit = await within(OUTSIDE_MS);
  }
  if (exit && 'code' in exit) {
    await drained(pumps, delay(LAST_DROPS_MS, null, { ref: false }));
    return { kind: 'killed' };
  }
  shell.destroy();
  if (pid === 0) return { kind: 'killed' };
  return { kind: 'lost', reason: exit?.lost ?? because('kill_unconfirmed') };
}
