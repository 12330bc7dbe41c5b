/**
 * Several processes that serve as one (`SYNAPSE_WORKERS`). This is their parent: it starts them, replaces one that died,
 * passes on what they tell each other, and stops them. It answers no call itself: they share the listening socket.
 */
import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { ToParent } from '../bus/worker-bus.ts';
import type { Config } from '../config/read-config.ts';
import { boundedSend } from './bounded-send.ts';
import { onParentGone } from './on-parent-gone.ts';
import { type Ready, SEAT, SERVICE } from './seat.ts';
import { createSwitchboard } from './switchboard.ts';
import { GIVE_UP, whenReplaced } from './when-replaced.ts';

export { takeSeat } from './seat.ts';

/** For a worker to end beyond the time that its commands have. */
const LAST_MS = 30_000;

export const isParent = (): boolean => cluster.isPrimary;

type Wishes = Pick<Config, 'workers' | 'lameDuckSeconds' | 'drainSeconds' | 'handOverSeconds'>;

/** Never returns: the process ends when the last worker has ended, with 1 if they did not end because they were told to. */
export async function runWorkers(
  { workers: count, lameDuckSeconds, drainSeconds, handOverSeconds }: Wishes,
  log: Logger,
): Promise<void> {
  // They take connections themselves, so none is lost on the way to one that dies.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ serialization: 'advanced' });
  const switchboard = createSwitchboard();
  const service = randomUUID();
  const alive = new Set<Worker>();
  const waiting = new Set<NodeJS.Timeout>();
  let stopping = false;
  let failed = false;
  /** A worker that cannot start because of the configuration says so by its code. */
  let failure = 1;

  const endIfOver = (): void => {
    if (stopping && alive.size === 0) process.exit(failed ? failure : 0);
  };
  const stop = (why: object): void => {
    if (stopping) return;
    stopping = true;
    log.info({ ...why, workers: alive.size }, 'stopping all workers');
    for (const timer of waiting) clearTimeout(timer);
    for (const worker of alive) worker.process.kill('SIGTERM');
    const late = (): void => {
      failed = true;
      for (const worker of alive) worker.process.kill('SIGKILL');
    };
    setTimeout(late, (lameDuckSeconds + drainSeconds + handOverSeconds) * 1000 + LAST_MS);
    endIfOver();
  };
  const giveUp = (message: string): void => {
    failed = true;
    log.fatal(message);
    stop({ failed });
  };

  /** Resolves with the line that says where it listens; null: it ended before. */
  const start = (seat: number, died = 0): Promise<string | null> => {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const worker = cluster.fork({ [SEAT]: String(seat), [SERVICE]: service });
    alive.add(worker);
    const isUp = (): boolean => worker.isConnected();
    switchboard.join(
      worker.id,
      boundedSend((message, done) => void worker.process.send(message, undefined, undefined, done), isUp),
    );
    let readyAt: number | null = null;
    worker.on('message', (message: ToParent | Ready) => {
      if (!('ready' in message)) return switchboard.take(worker.id, message);
      readyAt = performance.now();
      log.info({ worker: seat, pid: worker.process.pid }, 'worker listens');
      resolve(message.ready);
    });
    const replace = (how: object): void => {
      const soundMs = readyAt === null ? null : performance.now() - readyAt;
      const { died: diedAtOnce, waitMs } = whenReplaced(died, soundMs);
      if (waitMs === null) {
        giveUp(`${GIVE_UP} workers died at once, one after the other: the service ends`);
        return;
      }
      log.error({ worker: seat, ...how, again_in_ms: waitMs }, 'a worker has ended, and is replaced');
      const timer = setTimeout(() => {
        waiting.delete(timer);
        void start(seat, diedAtOnce);
      }, waitMs);
      waiting.add(timer);
    };
    const gone = (how: object): void => {
      if (!alive.delete(worker)) return;
      switchboard.leave(worker.id);
      resolve(null);
      if (!started && 'code' in how && typeof how.code === 'number' && how.code > 0) failure = how.code;
      if (stopping && !isWell(how)) failed = true;
      endIfOver();
      // Where the start of the service has failed, whoever waits for that ends it.
      if (!stopping && (started || readyAt !== null)) replace(how);
    };
    worker.on('error', (error) => {
      log.error({ err: error, worker: seat }, 'worker');
      // It could not be started at all.
      if (worker.process.pid === undefined) gone({ reason: error.message });
    });
    worker.once('exit', (code: number | null, signal: string | null) => gone({ code, signal }));
    return promise;
  };

  let started = false;
  process.on('SIGTERM', () => stop({ signal: 'SIGTERM' }));
  process.on('SIGINT', () => stop({ signal: 'SIGINT' }));
  onParentGone(() => stop({ reason: 'the parent is gone' }));
  // The first makes what is made once: keys, tables, the administrator.
  const line = await start(1);
  const others =
    line === null ? [null] : await Promise.all(Array.from({ length: count - 1 }, (_, at) => start(at + 2)));
  if (others.includes(null)) {
    if (!stopping) failed = true;
    stop({ failed });
    return;
  }
  started = true;
  process.stdout.write(line!);
  log.info({ workers: count }, 'all workers listen');
}

/** A signal that comes while it starts ends it as it ends any program. */
function isWell(how: object): boolean {
  const { code, signal } = how as { code?: number | null; signal?: string | null };
  return code === 0 || signal === 'SIGTERM' || signal === 'SIGINT';
}
