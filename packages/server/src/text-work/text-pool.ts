/**
 * A few helper processes for work on people's text: started when needed, shared fairly between users, ended when idle.
 */
import { FairQueue } from '../background/fair-queue.ts';
import { type Helper, startHelper } from './helper-process.ts';
import type { JobKind, TextJobs } from './text-jobs.ts';

/** There was no room, or the job was not started in time. */
export class TextWorkBusy extends Error {}

export interface PoolLimits {
  readonly helpers: number;
  /** Waiting jobs of one user, who may have one more running. */
  readonly waitingPerUser: number;
  readonly waiting: number;
  readonly waitMs: number;
  readonly workMs: Readonly<Record<JobKind, number>>;
  readonly heapMiB: number;
  readonly keptMiB: number;
  /** Texts with more characters are large: only one of them at a time, so that memory is bounded by one. */
  readonly largeChars: number;
  readonly idleMs: number;
}

export interface TextPool {
  /** Rejects with `TextWorkBusy` or `TextWorkKilled`; anything else is a defect. */
  run<K extends JobKind>(
    workspaceId: string,
    kind: K,
    /** Called when the job is started. */
    job: () => TextJobs[K]['job'] | Promise<TextJobs[K]['job']>,
    chars: number,
  ): Promise<TextJobs[K]['result']>;
  /** The helper processes that exist now. */
  readonly helpers: number;
  close(): Promise<void>;
}

interface Waiting {
  readonly large: boolean;
  readonly go: (helper: Helper) => Promise<void>;
  readonly refuse: () => void;
}

export function createTextPool(limits: PoolLimits): TextPool {
  const queue = new FairQueue<Waiting>(limits.waitingPerUser, limits.waiting);
  const idle: Helper[] = [];
  const atWork = new Map<Helper, { workspaceId: string; large: boolean }>();
  let closed = false;
  let rest: NodeJS.Timeout | undefined;

  /** One job of a user at a time, and one large one in all. */
  const mayGo = (workspaceId: string, { large }: Waiting): boolean =>
    [...atWork.values()].every((other) => other.workspaceId !== workspaceId && !(large && other.large));

  const freeHelper = (): Helper => {
    for (let helper = idle.pop(); helper !== undefined; helper = idle.pop()) if (helper.usable) return helper;
    return startHelper(limits);
  };

  const dispatch = (): void => {
    while (!closed && atWork.size < limits.helpers) {
      const next = queue.take(mayGo);
      if (next === null) return;
      let helper: Helper;
      try {
        helper = freeHelper();
      } catch {
        // The system cannot start another process.
        next.item.refuse();
        continue;
      }
      atWork.set(helper, { workspaceId: next.key, large: next.item.large });
      clearTimeout(rest);
      void next.item.go(helper).finally(() => {
        atWork.delete(helper);
        if (helper.usable && !closed) idle.push(helper);
        else void helper.end();
        // Memory is worth more than the moment that it takes to start a helper again.
        if (atWork.size === 0) rest = setTimeout(letGo, limits.idleMs).unref();
        dispatch();
      });
    }
  };
  const letGo = (): void => {
    for (const helper of idle.splice(0)) void helper.end();
  };

  return {
    get helpers() {
      return idle.length + atWork.size;
    },

    run: (workspaceId, kind, job, chars) => {
      const { promise, resolve, reject } = Promise.withResolvers<never>();
      const busy = () => reject(new TextWorkBusy());
      const waiting: Waiting = {
        large: chars > limits.largeChars,
        go: async (helper) => {
          clearTimeout(tooLate);
          try {
            resolve((await helper.do(kind, await job(), limits.workMs[kind])) as never);
          } catch (error) {
            reject(error);
          }
        },
        refuse: () => {
          clearTimeout(tooLate);
          busy();
        },
      };
      const tooLate = setTimeout(() => {
        queue.remove(workspaceId, waiting);
        busy();
      }, limits.waitMs);
      if (closed || !queue.add(workspaceId, waiting)) waiting.refuse();
      else dispatch();
      return promise;
    },

    close: async () => {
      closed = true;
      clearTimeout(rest);
      for (const waiting of queue.drain()) waiting.refuse();
      await Promise.all([...idle.splice(0), ...atWork.keys()].map((helper) => helper.end()));
    },
  };
}
