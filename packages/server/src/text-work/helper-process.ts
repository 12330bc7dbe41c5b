/** One helper process: it answers a job within its time and memory, or it is killed. */

import { readFileSync } from 'node:fs';
import { SERVICE_ENVIRONMENT } from '@synapse/contract';
import { startOwnProgram } from '@synapse/runner';
import type { JobKind, TextJobs } from './text-jobs.ts';
import type { Question, Reply } from './text-worker.ts';

/** The job took more time or memory than allowed. */
export class TextWorkKilled extends Error {}

export interface HelperLimits {
  readonly heapMiB: number;
  /** A helper that has grown beyond this is not kept for the next job. */
  readonly keptMiB: number;
}

export interface Helper {
  /** One at a time. Rejects with `TextWorkKilled` when the job did not finish. */
  do<K extends JobKind>(kind: K, job: TextJobs[K]['job'], withinMs: number): Promise<TextJobs[K]['result']>;
  /** False once it has ended or should be discarded. */
  readonly usable: boolean;
  /** Resolves when the process is gone. */
  end(): Promise<void>;
}

/** Beside this file in the sources, beside the bundle in the build. */
const PROGRAM = new URL(import.meta.url.endsWith('.ts') ? './text-worker.ts' : './text-worker.js', import.meta.url);
const MIB = 1024 * 1024;
/** Long enough for a busy computer. After that, the helper will not start. */
const START_MS = 20_000;
/** How many times its own time a job may take while other programs use the processor too. */
const MOST_STRETCH = 3;
const LOOK_MS = 50;

export function startHelper({ heapMiB, keptMiB }: HelperLimits): Helper {
  const child = startOwnProgram(PROGRAM, {
    serialization: 'advanced',
    execArgv: ['--disable-sigusr1', `--max-old-space-size=${heapMiB}`, '--max-semi-space-size=4'],
    // Nothing of our environment: no key, no address of a database.
    env: { ...SERVICE_ENVIRONMENT },
    // What V8 prints when memory runs out is of no use to anybody.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const gone = Promise.withResolvers<void>();
  let usable = true;
  let onReply: ((reply: Reply | null) => void) | null = null;
  const over = (): void => {
    usable = false;
    onReply?.(null);
    gone.resolve();
  };
  const ready = Promise.withResolvers<void>();
  const slowStart = setTimeout(() => child.kill('SIGKILL'), START_MS).unref();
  child.once('message', () => {
    clearTimeout(slowStart);
    child.on('message', (reply: Reply) => onReply?.(reply));
    ready.resolve();
  });
  child.once('exit', over);
  // It could not be started or written to. No other event need follow.
  child.once('error', () => {
    child.kill('SIGKILL');
    over();
  });
  // An idle helper does not keep the service from ending.
  child.unref();
  child.channel?.unref();

  return {
    get usable() {
      return usable;
    },

    do: (kind, job, withinMs) => {
      const { promise, resolve, reject } = Promise.withResolvers<never>();
      let timer: NodeJS.Timeout | undefined;
      /** On a busy computer a job has had less time than has passed. But the wait has an end. */
      const watch = (): void => {
        const before = processCpuMs(child.pid!) ?? 0;
        const end = Date.now() + withinMs * MOST_STRETCH;
        const look = (): void => {
          const had = (processCpuMs(child.pid!) ?? Number.POSITIVE_INFINITY) - before;
          if (had >= withinMs || Date.now() >= end) kill();
          else timer = setTimeout(look, Math.max(withinMs - had, LOOK_MS));
        };
        timer = setTimeout(look, withinMs);
      };
      const kill = (): void => {
        usable = false;
        child.kill('SIGKILL');
        onReply?.(null);
      };
      onReply = (reply) => {
        onReply = null;
        clearTimeout(timer);
        if (reply === null) return reject(new TextWorkKilled());
        if (reply.rss > keptMiB * MIB) usable = false;
        if ('failure' in reply) reject(new Error(reply.failure));
        else resolve(reply.result as never);
      };
      if (usable) {
        child.send({ kind, job } satisfies Question, (error) => error && kill());
        void ready.promise.then(() => {
          if (onReply !== null) watch();
        });
      } else onReply(null);
      return promise;
    },

    end: () => {
      usable = false;
      // Its end is awaited now.
      child.ref();
      child.kill('SIGKILL');
      return gone.promise;
    },
  };
}

/** The kernel counts in hundredths of a second. */
const TICK_MS = 10;

/** Milliseconds. Null if the system does not tell, or the process is gone. */
function processCpuMs(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isFinite(ticks) ? ticks * TICK_MS : null;
  } catch {
    return null;
  }
}
