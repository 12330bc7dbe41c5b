/** From a free place in the queue to the end of the process: how a command comes to run, and what became of it. */
import { because, Refusal } from '@synapse/contract';
import { type Executor, type Outcome, type ResolvedCommand, shellStuck } from '@synapse/runner';
import type { Clock } from '../clock.ts';
import { type Ended, exitCodeOf, type Stopper } from './execution.ts';
import type { Output } from './output.ts';

export interface TargetRun {
  /** A place among the commands that may run at once; null when the command was stopped while it waited. */
  readonly acquire: () => Promise<(() => void) | null>;
  readonly executor: () => Promise<Executor>;
  readonly command: ResolvedCommand;
  readonly output: Output;
  readonly stopper: Stopper;
  /** Longest wait for the target's shell to get ready. */
  readonly shellMs: number;
  /** Comes when the command may run. */
  readonly cleared: Promise<void>;
  /** Never rejects. */
  readonly onStarted: () => Promise<void>;
  /** Whether the machine could be used, when that is known. Not waited for here: the end of the command is written meanwhile. */
  readonly onReached: (reached: boolean) => void;
  readonly clock: Clock;
}

/** Refusals that say nothing about the machine itself. */
const NOT_THE_MACHINE = new Set(['cwd_not_found', 'container_unavailable', 'secret_missing', 'agent_refused']);

/** Rejects with a refusal when the command never started. */
export async function runOnTarget(run: TargetRun): Promise<Ended> {
  const { stopper, output, clock } = run;
  const begun = clock();
  const release = await run.acquire();
  if (release === null) return noRoom(stopper, clock() - begun);
  let started: Promise<void> | null = null;
  /** When the machine answered: from then on its shell is waited for. */
  let reachedAt: number | null = null;
  try {
    const executor = await run.executor();
    if (!executor.awaitsClearance) await run.cleared;
    const outcome = await executor.run(run.command, {
      output,
      signal: stopper.signal,
      cleared: run.cleared,
      timeLeftMs: () => stopper.timeLeftMs(),
      shellMs: run.shellMs,
      onReached: () => {
        reachedAt ??= clock();
      },
      onStarted: () => {
        started ??= run.onStarted();
      },
    });
    if (outcome.kind === 'killed' && started === null) {
      return neverStarted(stopper, clock() - begun, reachedAt === null ? null : clock() - reachedAt);
    }
    run.onReached(outcome.kind !== 'lost');
    return ended(outcome, stopper, clock() - begun);
  } catch (error) {
    if (error instanceof Refusal) run.onReached(NOT_THE_MACHINE.has(error.code));
    // Nobody knows what became of it: what can still be killed is.
    else stopper.stop('interrupted');
    throw error;
  } finally {
    stopper.disarm();
    output.end();
    release();
    await started;
  }
}

function ended(outcome: Outcome, stopper: Stopper, durationMs: number): Ended {
  switch (outcome.kind) {
    case 'exited':
      return { status: 'done', exitCode: outcome.exitCode, durationMs };
    case 'killed': {
      const status = stopper.reason ?? 'cancelled';
      return { status, exitCode: exitCodeOf(status), durationMs };
    }
    case 'lost':
      return { status: 'interrupted', exitCode: null, durationMs, lost: outcome.reason };
  }
}

/** Its own deadline passed, or the caller gave up, before the machine or its shell was ready. */
function neverStarted(stopper: Stopper, durationMs: number, shellMs: number | null): Ended {
  if (stopper.reason === 'timeout') {
    throw shellMs === null
      ? new Refusal('machine_unreachable', { reason: because('no_answer', { detail: seconds(durationMs) }) })
      : shellStuck(shellMs);
  }
  return { status: stopper.reason ?? 'cancelled', exitCode: null, durationMs };
}

const seconds = (ms: number): number => Math.max(1, Math.round(ms / 1000));

/** The deadline passed, or the caller gave up, before there was room for it. */
function noRoom(stopper: Stopper, durationMs: number): Ended {
  if (stopper.reason === 'timeout') throw new Refusal('capacity_exceeded', { retry_after: 1 });
  return { status: stopper.reason ?? 'cancelled', exitCode: null, durationMs };
}
