/** Presents an exec of a container engine as a shell with three streams, an exit and a kill, for `driveShell`. */
import { type Duplex, Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type ShellExit, type ShellProcess, STAND_DOWN } from '@synapse/runner';
import { FrameReader } from './frames.ts';

const KILLED = 128 + 9;
/** Time for the watchdog inside to kill everything, and for the streams to end. */
const WATCHDOG_MS = 500;
/** The same after a kill by a second exec. */
const LET_GO_MS = 250;
const KILL_TURNS = 10;
/** For one kill by a second exec. Where a busy engine takes longer, the next one gets twice as long, up to the most. */
const [FIRST_KILL_MS, LONGEST_KILL_MS] = [1_600, 6_400];
const STAND_DOWN_LINE = Buffer.from(`${STAND_DOWN}\n`);

export interface ExecStreams {
  readonly stream: Duplex;
  /**
   * Kills everything that the exec has started; `pid` is its inner shell, if known. Says whether that could be done.
   */
  readonly kill: (withinMs: number, pid?: number) => Promise<boolean>;
  /** Asks the engine what became of an exec whose streams have ended. */
  readonly afterCut: () => Promise<ShellExit>;
}

export function execProcess({ stream, kill, afterCut }: ExecStreams): ShellProcess {
  const [stdout, stderr] = [new Side(), new Side()];
  const exit = Promise.withResolvers<ShellExit>();
  let over = false;
  let killing: Promise<void> | null = null;
  let handedOver = false;
  let innerPid: number | undefined;

  // Reading (below) reports its end. An error after that is ignored.
  stream.on('error', () => undefined);
  const read = async () => {
    const frames = new FrameReader();
    for await (const chunk of stream) {
      for (const { from, bytes } of frames.push(chunk)) await (from === 'stderr' ? stderr : stdout).deliver(bytes);
    }
  };
  // However the connection ended, the streams are over, and the engine is asked for the rest.
  const ended = read()
    .catch(() => undefined)
    .then(() => {
      stdout.push(null);
      stderr.push(null);
    });
  ended.then(async () => {
    if (over) return;
    over = true;
    exit.resolve(killing ? { code: KILLED } : await afterCut());
  });

  /**
   * When the exec's input ends, the watchdog inside kills the tree. If that does not happen, a second exec does it. A
   * dead tree closes its streams, so it is the end of the streams, not the killer's answer, that shows that it is
   * dead. An engine may report a shell as started before it is; if the first scan comes too early, the next one finds
   * it.
   */
  const endWithin = (ms: number) => Promise.race([ended.then(() => true), delay(ms, false)]);
  const untilDead = async () => {
    stream.end();
    if (await endWithin(WATCHDOG_MS)) return;
    // A shell that was handed nothing ends by itself, if ever it starts: where it hangs, so does each that is to kill it.
    for (let turn = 0; turn < (handedOver ? KILL_TURNS : 1); turn++) {
      const withinMs = Math.min(FIRST_KILL_MS * 2 ** turn, LONGEST_KILL_MS);
      if (await kill(withinMs, innerPid)) for (const side of [stdout, stderr]) side.hurry();
      if (await endWithin(LET_GO_MS)) return;
    }
  };
  const killTree = (pid?: number) => {
    innerPid ??= pid;
    killing ??= untilDead();
    return killing;
  };
  return {
    stdin: new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        if (chunk.equals(STAND_DOWN_LINE)) {
          over = true;
          return done();
        }
        handedOver = true;
        // Its end tells of an error. The next one is taken when the engine has taken this one.
        stream.write(chunk, () => done());
      },
      final: (done) => {
        if (!over) void killTree();
        done();
      },
    }),
    stdout,
    stderr,
    exit: exit.promise,
    killTree,
    destroy: () => {
      over = true;
      if (killing === null) stream.destroy();
      else void killing.finally(() => stream.destroy());
    },
  };
}

/** One of the two output streams. */
class Side extends Readable {
  #room = () => {};
  #hurried = false;

  /** Resolves when there is room for more. That is the back-pressure on the engine. */
  async deliver(bytes: Buffer): Promise<void> {
    if (this.push(bytes) || this.#hurried || this.destroyed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#room = resolve;
    await promise;
  }

  /** Little is still on its way from a dead tree. It is read to its end, even if the reader is stuck. */
  hurry(): void {
    this.#hurried = true;
    this.#room();
  }

  override _read(): void {
    this.#room();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#room();
    done(error);
  }
}
