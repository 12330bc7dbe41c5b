/** Runs a command on its target: from its slot in the queue to the end of the process. */
import { because, mapWords, Refusal } from '@synapse/contract';
import { confine, type Executor, type RunOptions, type RunOutcome, shellStuck } from '@synapse/runner';
import type { Clock } from '../../clock.ts';
import type { Executors } from '../../executors/registry.ts';
import type { Lease } from '../../instances/index.ts';
import type { Look } from '../../look/look.ts';
import { withoutAddress } from '../../machines/without-address.ts';
import type { Redactor } from '../../redaction/index.ts';
import { redactRefusal } from '../answer/redact-refusal.ts';
import { scanSteps } from '../answer/steps/step-scanner.ts';
import type { Ended, OpenExecution } from '../execution.ts';
import { addressOf } from '../order.ts';
import type { Pace } from '../record/output.ts';
import type { UnexpectedErrors } from '../record/unexpected-errors.ts';
import { readReport } from '../session/read-report.ts';
import { type SessionSink, scanSession } from '../session/session-scanner.ts';
import { doFileJob } from './file-job.ts';
import type { Lanes } from './lanes.ts';
import { hintAtServices } from './look-hint.ts';
import type { MarkerSink } from './marker-scanner.ts';
import type { ReadyShells } from './ready-shells.ts';
import { exitCodeOf, type Stopper } from './stopper.ts';
import { endSudo } from './sudo/end-sudo.ts';
import { hintAtSudo } from './sudo/sudo-hint.ts';

export interface TargetServices {
  readonly executors: Executors;
  readonly look: Look;
  readonly lanes: Lanes;
  readonly readyShells: ReadyShells;
  readonly lease: Pick<Lease, 'assertHeld'>;
  readonly unexpected: UnexpectedErrors;
  /** The longest wait for a target's shell to get ready. */
  readonly shellMs: number;
  readonly clock: Clock;
  /** Counts bytes that pass without being stored. */
  readonly garbage: Pace;
}

export interface TargetEvents {
  /** Never rejects. */
  readonly onStarted: () => Promise<void>;
  /**
   * Whether the machine could be used, once that is known. Not awaited here: the command's end is written meanwhile.
   */
  readonly onReached: (reached: boolean) => void;
}

/** Refusals that say nothing about the machine itself. */
const NOT_THE_MACHINE = new Set([
  'cwd_not_found',
  'container_unavailable',
  'secret_missing',
  'agent_refused',
  'look_unavailable',
  'lease_lost',
  'capacity_exceeded',
]);

/** A refusal if the command never started; `internal` if an error of ours ended it. Never rejects. */
export async function runOnTarget(
  services: TargetServices,
  execution: OpenExecution,
  events: TargetEvents,
): Promise<Ended | Refusal> {
  const { order, target, vault } = execution;
  const work = { requestId: order.requestId, executionId: execution.id, machineId: target.id };
  try {
    const ended = await services.unexpected.during(work, () => runInTurn(services, execution, events));
    return redactEnd(order.actor === undefined ? ended : endForCrew(ended), vault.redactor);
  } catch (error) {
    if (error instanceof Refusal) {
      // All members read the entry; only some may see how the machine is connected.
      const refusal = order.actor === undefined ? error : withoutAddress(error, addressOf(order, target.slug));
      return redactRefusal(refusal, vault.redactor);
    }
    services.unexpected.note(error, work);
    services.executors.forget(target.id);
    return new Refusal('internal', { request_id: order.requestId });
  }
}

const endForCrew = (ended: Ended): Ended =>
  ended.lost === undefined ? ended : { ...ended, lost: because('keeper_can_test') };

/** Its reason may quote text that others typed. */
function redactEnd(ended: Ended, redactor: Redactor): Ended {
  const { lost, why } = ended;
  if (lost === undefined && !why) return ended;
  return {
    ...ended,
    ...(lost === undefined ? {} : { lost: mapWords(lost, redactor.redactText) }),
    ...(why ? { why: redactRefusal(why, redactor) } : {}),
  };
}

/** Rejects with a refusal when the command never started. */
async function runInTurn(services: TargetServices, execution: OpenExecution, events: TargetEvents): Promise<Ended> {
  const { clock, shellMs } = services;
  const { stopper, output, epoch, target } = execution;
  const { container } = execution.resolved;
  const begun = clock();
  const { timing } = execution.order;
  timing?.enter('queue');
  const release = await services.lanes.enter(execution, stopper.signal);
  if (release === null) return endedInQueue(stopper, clock() - begun);
  timing?.enter('run');
  let started: Promise<void> | null = null;
  /** Asserts, right before the command is sent, that no other instance has closed its entry. */
  const mayStart = async (): Promise<void> => services.lease.assertHeld(epoch);
  /** When the machine answered. From then on its shell is waited for. */
  let reachedAt: number | null = null;
  let scanner: MarkerSink | null = null;
  try {
    const executor = await executorOf(services, execution);
    await mayStart();
    const command = { ...execution.resolved, tag: execution.id };
    const hint = execution.confinement === null ? hintAtSudo(execution) : hintAtServices(execution);
    const { steps } = execution;
    scanner = steps
      ? scanSteps(hint.sink, steps.nonce, (step, statusBefore) => output.beginStep(step, statusBefore))
      : null;
    const { session = null } = execution;
    const reports = session === null ? null : scanSession(scanner ?? hint.sink, session.nonce);
    const runOptions: RunOptions = {
      output: reports ?? scanner ?? hint.sink,
      signal: stopper.signal,
      mayStart,
      timeLeftMs: () => stopper.timeLeftMs(),
      shellMs,
      onReached: () => {
        reachedAt ??= clock();
      },
      onStarted: () => {
        services.readyShells.ready(target.id, container);
        started ??= events.onStarted();
      },
    };
    const { fileJob } = execution;
    const { outcome, refusal = null } = fileJob
      ? await doFileJob(fileJob, executor, command, runOptions, services.garbage)
      : { outcome: await executor.run(command, runOptions) };
    if (outcome.kind === 'killed' && started === null) {
      return neverStarted(stopper, clock() - begun, reachedAt === null ? null : clock() - reachedAt);
    }
    await reports?.end();
    if (outcome.kind === 'exited') {
      if (reports !== null) await keepSession(services, execution, reports);
      await hint.afterExit(outcome.exitCode);
    }
    if (outcome.kind === 'killed') await endSudo(executor, command);
    events.onReached(outcome.kind !== 'lost');
    const end = ended(outcome, stopper, clock() - begun);
    return refusal === null || end.status !== 'done' ? end : { ...end, why: refusal };
  } catch (thrown) {
    const error =
      thrown instanceof Refusal
        ? services.readyShells.explain(thrown, target.id, container, reachedAt ?? begun)
        : thrown;
    if (error instanceof Refusal) events.onReached(NOT_THE_MACHINE.has(error.code));
    // It is unknown how it ended: kill what may still run.
    else stopper.stop('interrupted');
    throw error;
  } finally {
    stopper.disarm();
    try {
      await scanner?.end();
    } finally {
      output.end();
      release();
      await started;
    }
  }
}

/** A value that holds a secret of the vault is not kept: its placeholder is written again where it is wanted. */
async function keepSession(
  { unexpected }: TargetServices,
  execution: OpenExecution,
  reports: SessionSink,
): Promise<void> {
  const { session, vault, order, target } = execution;
  const report = reports.report();
  const state = report && readReport(report, (text) => vault.redactor.redactText(text) !== text);
  if (!session || state === null) return;
  await session.keep(state).catch((error: unknown) => {
    unexpected.note(error, { requestId: order.requestId, executionId: execution.id, machineId: target.id });
  });
}

/** A command that may only look gets an executor that can do nothing else. */
async function executorOf({ executors, look }: TargetServices, execution: OpenExecution): Promise<Executor> {
  const { target, resolved, confinement } = execution;
  const executor = await executors.of(target);
  if (confinement === null) return executor;
  return confine(executor, confinement, target.slug, () => look.forget(target, resolved.container));
}

function ended(outcome: RunOutcome, stopper: Stopper, durationMs: number): Ended {
  switch (outcome.kind) {
    case 'exited':
      return { status: 'done', exitCode: outcome.exitCode, durationMs };
    case 'killed': {
      const status = stopper.reason ?? 'cancelled';
      // Another instance may have closed the entry already, without an exit code.
      const exitCode = stopper.why?.code === 'lease_lost' ? null : exitCodeOf(status);
      return { status, exitCode, durationMs, why: stopper.why };
    }
    case 'lost':
      return { status: 'interrupted', exitCode: null, durationMs, lost: outcome.reason };
  }
}

/** Its deadline passed, or the caller gave up, before the machine or its shell was ready. */
function neverStarted(stopper: Stopper, durationMs: number, shellMs: number | null): Ended {
  if (stopper.reason === 'timeout') {
    throw shellMs === null
      ? new Refusal('machine_unreachable', { reason: because('no_answer', { detail: seconds(durationMs) }) })
      : shellStuck(shellMs);
  }
  return { status: stopper.reason ?? 'cancelled', exitCode: null, durationMs, why: stopper.why };
}

const seconds = (ms: number): number => Math.max(1, Math.round(ms / 1000));

/** Its deadline passed, or the caller gave up, before there was a free slot. */
function endedInQueue(stopper: Stopper, durationMs: number): Ended {
  if (stopper.reason === 'timeout') throw new Refusal('capacity_exceeded', { retry_after: 1 });
  return { status: stopper.reason ?? 'cancelled', exitCode: null, durationMs, why: stopper.why };
}
