/** A job on its machine: started by an ordinary command, then polled until it has ended. */
import { setTimeout as sleep } from 'node:timers/promises';
import { because, type ReasonKey, Refusal } from '@synapse/contract';
import {
  JOB_FAILED,
  JOB_VARIABLE,
  type JobState,
  jobLine,
  killJob,
  type OutputSink,
  SecretValue,
  startJob,
} from '@synapse/runner';
import { scanSteps } from '../answer/steps/step-scanner.ts';
import type { Ended, OpenExecution } from '../execution.ts';
import type { OpenOutput } from '../record/open-output.ts';
import { createJobReader } from './job-reader.ts';
import type { MarkerSink } from './marker-scanner.ts';
import { type BesideServices, runBeside } from './run-beside.ts';
import { runOnTarget, type TargetEvents, type TargetServices } from './run-on-target.ts';
import { exitCodeOf, Stopper } from './stopper.ts';
import { endSudoOfJob } from './sudo/end-sudo.ts';
import { hintAtSudo } from './sudo/sudo-hint.ts';

export interface JobServices extends TargetServices, BesideServices {
  readonly openOutput: OpenOutput;
  /** Removes what ended jobs have left on their machines. */
  readonly tidyJobs: { wake(): void };
}

/** The longest time for a job to begin. */
const START_SECONDS = 60;
/** Before that, a job of which there is no trace may be about to begin. */
const BEGINS_MS = 30_000;
/** How long a machine may be out of reach before its job is given up. */
const LOST_MS = 7 * 86_400_000;
/** The pause between polls: short after it has printed something, longer the longer it is silent. */
const PAUSE_MS = { first: 200, most: 3_000, growth: 1.4 };
const FAILED_PAUSE_MS = { first: 1_000, most: 30_000, growth: 2 };

type Lost = Extract<JobState['kind'], 'gone' | 'starting' | 'rebooted' | 'dead'>;
/** `starting`: the command that started it was killed in the middle, and its supervisor with it. */
const WHY: Readonly<Record<Lost, ReasonKey>> = {
  gone: 'job_gone',
  starting: 'job_dead',
  rebooted: 'job_rebooted',
  dead: 'job_dead',
};
type Unbegun = { readonly kind: 'gone' | 'starting' };
const isUnbegun = (state: JobState): state is JobState & Unbegun => state.kind === 'gone' || state.kind === 'starting';

/** This instance stops following; the job keeps running, and another instance will follow it. */
export const LEFT = Symbol('left to another instance');

export async function runJob(
  services: JobServices,
  execution: OpenExecution,
  events: TargetEvents,
): Promise<Ended | Refusal | typeof LEFT> {
  try {
    const over = execution.resumed ? null : await begin(services, execution, events);
    return over ?? (await follow(services, execution));
  } finally {
    execution.stopper.disarm();
    execution.output.end();
  }
}

/** Null: it runs, or may run. Otherwise how it ended before it began. */
async function begin(
  services: JobServices,
  execution: OpenExecution,
  events: TargetEvents,
): Promise<Ended | Refusal | null> {
  const { id, resolved, order, stopper, vault } = execution;
  const signs = execution.job!;
  const line = new SecretValue(jobLine({ ...resolved, tag: signs.tag }));
  const starting = new Stopper(START_SECONDS);
  const stop = (): void => starting.stop(stopper.reason ?? 'cancelled', stopper.why);
  stopper.signal.addEventListener('abort', stop, { once: true });
  if (stopper.signal.aborted) stop();
  let begun = false;
  const ended = await runOnTarget(
    services,
    {
      ...execution,
      id: `${id}-start`,
      steps: null,
      stopper: starting,
      resolved: {
        ...resolved,
        script: startJob(signs, Math.ceil(stopper.timeLeftMs() / 1000), resolved.shell),
        shell: undefined,
        secrets: new Map([[JOB_VARIABLE, line]]),
      },
      output: services.openOutput(order, vault.redactor),
    },
    {
      ...events,
      onStarted: async () => {
        begun = true;
      },
    },
  ).finally(() => stopper.signal.removeEventListener('abort', stop));
  if (ended instanceof Refusal) return ended;
  if (ended.status === 'done' && ended.exitCode === 0) {
    await events.onStarted();
    return null;
  }
  // It was cut off in the middle: whether it runs is to be found out.
  if (begun && ended.status !== 'done') return null;
  if (ended.status !== 'done') return ended;
  const reason =
    ended.exitCode === JOB_FAILED.folder
      ? because('job_no_folder')
      : because('job_not_begun', { detail: ended.exitCode ?? 0 });
  return new Refusal('job_not_started', { reason });
}

async function follow(services: JobServices, execution: OpenExecution): Promise<Ended | typeof LEFT> {
  const { clock } = services;
  const { stopper } = execution;
  const signs = execution.job!;
  const hint = hintAtSudo(execution);
  const leaving = new AbortController();
  const leave = (): void => {
    if (stopper.reason === 'interrupted') leaving.abort();
  };
  stopper.signal.addEventListener('abort', leave, { once: true });
  const scanner = stepScanner(execution, hint.sink);
  const reader = createJobReader(services, execution, scanner, leaving.signal);
  let [pause, heardAt, killed] = [PAUSE_MS.first, clock(), false];
  for (;;) {
    // The job keeps running: the next instance that follows it reads from its first byte.
    if (stopper.reason === 'interrupted') return LEFT;
    if (stopper.reason !== null && !killed) {
      const why = stopper.reason === 'timeout' ? 'late' : 'cancel';
      killed = (await runBeside(services, execution, killJob(signs, why))) !== null;
    }
    const read = await reader.next();
    if (read === 'removed') return lost(execution, 'machine_removed');
    if (read === null) {
      if (clock() - heardAt > LOST_MS) return lost(execution, 'job_unreachable');
      pause = Math.max(FAILED_PAUSE_MS.first, Math.min(FAILED_PAUSE_MS.most, pause * FAILED_PAUSE_MS.growth));
    } else {
      heardAt = clock();
      const { state, more, bytes } = read;
      if (more) continue;
      if (state.kind === 'ended') {
        await scanner.end();
        if (state.why === 'done') await hint.afterExit(state.exitCode);
        else await endSudoOfJob(services, execution);
        return endedAs(state, stopper);
      }
      // It was stopped before there was anything of it.
      if (killed && isUnbegun(state)) return stoppedUnbegun(execution);
      const fresh = performance.now() - execution.startedAt < BEGINS_MS;
      if (state.kind === 'rebooted' || state.kind === 'dead' || (isUnbegun(state) && !fresh)) {
        // Processes that it had started may still run.
        if (state.kind !== 'gone') await runBeside(services, execution, killJob(signs, 'cancel'));
        return lost(execution, WHY[state.kind]);
      }
      pause = bytes > 0 ? PAUSE_MS.first : Math.min(PAUSE_MS.most, pause * PAUSE_MS.growth);
    }
    // A request to stop it ends the pause, unless stopping was tried just now.
    const waking = stopper.reason === null ? { signal: stopper.signal } : {};
    await sleep(stopper.reason === null ? pause : Math.min(pause, PAUSE_MS.first * 2), null, waking).catch(() => null);
  }
}

/** Without steps nothing is held back. */
function stepScanner({ steps, output }: OpenExecution, sink: OutputSink): MarkerSink {
  if (steps) return scanSteps(sink, steps.nonce, (step, statusBefore) => output.beginStep(step, statusBefore));
  return { stdout: (chunk) => sink.stdout(chunk), stderr: (chunk) => sink.stderr(chunk), end: async () => undefined };
}

/** Its own words count, but not against who stopped it. */
function endedAs(state: Extract<JobState, { kind: 'ended' }>, stopper: Stopper): Ended {
  const { exitCode, durationMs, why } = state;
  if (why === 'done') return { status: 'done', exitCode, durationMs };
  const { reason } = stopper;
  const status = reason === 'timeout' || reason === 'cancelled' ? reason : why;
  return { status, exitCode: exitCodeOf(status), durationMs, why: stopper.why };
}

function stoppedUnbegun({ startedAt, stopper }: OpenExecution): Ended {
  const status = stopper.reason ?? 'cancelled';
  return {
    status,
    exitCode: exitCodeOf(status),
    durationMs: Math.round(performance.now() - startedAt),
    why: stopper.why,
  };
}

function lost({ startedAt }: OpenExecution, why: ReasonKey): Ended {
  const durationMs = Math.round(performance.now() - startedAt);
  return { status: 'interrupted', exitCode: null, durationMs, lost: because(why) };
}
