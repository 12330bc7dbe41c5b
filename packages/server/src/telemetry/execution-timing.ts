/** One execution on its way through the stages of the story: how long each took, for the metrics and for a trace. */
import type { Facts, Stage } from './facts.ts';
import type { ExecutionTrace, Traces } from './traces.ts';

export interface ExecutionTiming {
  /** Here the stage before it ends. */
  enter(stage: Stage): void;
  note(facts: Facts): void;
  /** It is in the log, and carried out from here on: only the code that does that ends it. */
  carried(executionId: string): void;
  /** The caller has its answer, or none. It ends here unless it is carried out still. */
  answered(): void;
  /** Counted once, however often it is called. */
  end(): void;
}

export interface ExecutionTimings {
  begin(requestId: string): ExecutionTiming;
}

export interface TimingParts {
  readonly observe: (stage: Stage, seconds: number) => void;
  /** Null: switched off. */
  readonly traces: Pick<Traces, 'execution'> | null;
}

export function createExecutionTimings({ observe, traces }: TimingParts): ExecutionTimings {
  return { begin: (requestId) => begin(observe, traces?.execution(requestId) ?? null) };
}

function begin(observe: TimingParts['observe'], trace: ExecutionTrace | null): ExecutionTiming {
  let stage: Stage | null = null;
  let since = 0;
  let [isCarried, over] = [false, false];
  const leave = (now: number): void => {
    if (stage === null) return;
    observe(stage, (now - since) / 1000);
    trace?.stage(stage, since, now);
    stage = null;
  };
  const end = (): void => {
    if (over) return;
    over = true;
    leave(performance.now());
    trace?.end();
  };
  return {
    enter: (next) => {
      if (over) return;
      const now = performance.now();
      leave(now);
      [stage, since] = [next, now];
    },
    note: (facts) => trace?.note(facts),
    carried: (executionId) => {
      isCarried = true;
      trace?.note({ execution_id: executionId });
    },
    answered: () => {
      if (!isCarried) end();
    },
    end,
  };
}
