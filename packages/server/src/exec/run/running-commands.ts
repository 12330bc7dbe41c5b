/** The commands that run on this instance now: waited for, followed, cancelled. */
import { within } from '../../background/wait.ts';
import type { WorkspaceId } from '../../ids.ts';
import type { RedactedResult } from '../answer/redacted-result.ts';
import { partialAnswer } from '../answer/result.ts';
import type { Execution } from '../execution.ts';
import type { StopReason } from './stopper.ts';

export interface RunningCommands {
  add(execution: Execution): Execution;
  /**
   * The result, or what there is after `wait_seconds`. While the caller waits, the command is killed if the caller goes
   * away.
   */
  wait(execution: Execution): Promise<RedactedResult>;
  find(workspaceId: WorkspaceId, id: string): Execution | undefined;
  /** Also commands that are about to start: nothing starts any more. */
  stopAll(reason: StopReason): void;
  /** Resolves when nothing runs any more, or after this many milliseconds. */
  idle(withinMs: number): Promise<void>;
  readonly count: number;
  /** For how long the oldest of them runs; 0: there is none. */
  oldestMs(): number;
  list(): Execution[];
}

const PROGRESS_MS = 4_000;
/** How long the call of a job waits for it to begin. */
const BEGIN_MS = 5_000;

/** `onGone`: called for each command that has ended, when nothing is left to do for it. */
export function createRunningCommands(
  maxReturnChars: number,
  onGone: (execution: Execution) => void = () => undefined,
): RunningCommands {
  const running = new Map<string, Execution>();
  let closed: StopReason | null = null;

  /** A job is answered as soon as it has begun. If that takes long, or it was refused, later calls get the result. */
  const begunJob = async (execution: Execution): Promise<RedactedResult> => {
    await within(Promise.race([execution.finished, execution.begun]), BEGIN_MS);
    return partialAnswer(execution, maxReturnChars);
  };

  return {
    get count() {
      return running.size;
    },

    list: () => [...running.values()],

    oldestMs: () => {
      // In the order in which they were begun.
      const [oldest] = running.values();
      return oldest === undefined ? 0 : performance.now() - oldest.startedAt;
    },

    add: (execution) => {
      running.set(execution.id, execution);
      const forget = () => {
        running.delete(execution.id);
        onGone(execution);
      };
      execution.finished.then(forget, forget);
      if (closed !== null) execution.stopper.stop(closed);
      return execution;
    },

    wait: async (execution) => {
      const { request, signal, onProgress } = execution.order;
      const cancel = () => execution.stopper.stop('cancelled');
      if (signal.aborted) cancel();
      signal.addEventListener('abort', cancel, { once: true });
      const progress = setInterval(() => onProgress?.(progressText(execution)), PROGRESS_MS);
      try {
        if (request.detach) return await begunJob(execution);
        if (request.wait_seconds === undefined) return await execution.finished;
        const result = await within(execution.finished, request.wait_seconds * 1000);
        return result ?? (await partialAnswer(execution, maxReturnChars));
      } finally {
        clearInterval(progress);
        signal.removeEventListener('abort', cancel);
      }
    },

    find: (workspaceId, id) => {
      const execution = running.get(id);
      return execution?.workspaceId === workspaceId ? execution : undefined;
    },

    stopAll: (reason) => {
      closed = reason;
      for (const execution of running.values()) execution.stopper.stop(reason);
    },

    idle: async (withinMs) => {
      const deadline = performance.now() + withinMs;
      // Commands that are added meanwhile count too.
      while (running.size > 0 && performance.now() < deadline) {
        await within(
          Promise.allSettled([...running.values()].map(({ finished }) => finished)),
          deadline - performance.now(),
        );
      }
    },
  };
}

function progressText({ startedAt, output }: Execution): string {
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return `${seconds} s, ${output.bytes('stdout') + output.bytes('stderr')} bytes of output`;
}
