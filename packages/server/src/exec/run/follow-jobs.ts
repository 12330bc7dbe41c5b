/** Resumes jobs that no instance follows, and removes what ended jobs left on their machines. */
import { Refusal } from '@synapse/contract';
import { removeJob } from '@synapse/runner';
import type { Logger } from 'pino';
import type { KeptOrder } from '../../approvals/kept-order.ts';
import type { Audit } from '../../audit/audit.ts';
import { backoff } from '../../background/backoff.ts';
import { type Polling, poll } from '../../background/poll.ts';
import type { Lease } from '../../instances/index.ts';
import type { JobRow, Jobs } from '../../jobs/jobs.ts';
import { executionHit } from '../../limits/index.ts';
import { buildRedactor, hidingShapes, joinRedactors } from '../../redaction/index.ts';
import type { OpenExecution } from '../execution.ts';
import { actorIdOf } from '../order.ts';
import { openVault } from '../prepare/open-vault.ts';
import { carryOut, type ExecServices } from '../run-exec.ts';
import { removedMachine } from './removed-machine.ts';
import { runBeside } from './run-beside.ts';
import { Stopper } from './stopper.ts';

export interface FollowJobsServices extends ExecServices {
  readonly jobs: Jobs<KeptOrder>;
  readonly audit: Pick<Audit, 'reopen'>;
  readonly lease: Lease;
  readonly log: Logger;
}

export interface FollowJobs {
  /** `alone`: no other instance uses the database, so the one that followed a job is dead. */
  start(alone: boolean): void;
  /** A job has ended. */
  wake(): void;
  /** Stops following all of them; the jobs keep running. */
  leave(): Promise<void>;
}

const EVERY_MS = 1_000;
/** After so long, what a machine out of reach still holds is left to it. */
const GIVE_UP_MS = 7 * 86_400_000;
const PAUSES = { firstMs: EVERY_MS, mostMs: 60_000 };

export function createFollowJobs(services: () => FollowJobsServices): FollowJobs {
  let polling: Polling | null = null;
  let alone = false;
  const tidying = new Map<string, { next: number; failures: number }>();

  const resume = async (row: JobRow): Promise<void> => {
    const { audit, jobs, running, log } = services();
    const reopened = await audit.reopen(row.workspace_id, row.execution_id);
    // The instance that followed it has closed its entry as it ended.
    if (reopened === null) return jobs.end(null, row.execution_id);
    const execution = await rebuild(services(), row, reopened);
    log.info({ execution_id: execution.id, machine: execution.machine }, 'job resumed');
    const finished = carryOut(services(), execution);
    finished.catch(() => undefined);
    running.add({ ...execution, finished });
  };

  const tidy = async (row: JobRow): Promise<void> => {
    const { jobs, clock } = services();
    const known = tidying.get(row.execution_id) ?? { next: 0, failures: 0 };
    if (clock() < known.next) return;
    const { failures } = known;
    tidying.set(row.execution_id, { next: clock() + backoff(PAUSES, failures), failures: failures + 1 });
    const { kept, ...located } = await locate(services(), row);
    const done = await runBeside(services(), located, removeJob(kept.signs.name));
    if (done === null && clock() - (row.ended_at ?? row.created_at) < GIVE_UP_MS) return;
    await jobs.tidied(row.execution_id);
    tidying.delete(row.execution_id);
  };

  const sweep = async (): Promise<void> => {
    const { jobs, running, log, lease } = services();
    // Without a lease, nothing may be started here; another instance resumes it.
    if (!lease.held) return;
    const each = async (rows: readonly JobRow[], work: (row: JobRow) => Promise<void>): Promise<void> => {
      for (const row of rows) {
        await work(row).catch((error: unknown) =>
          log.warn({ err: error, execution_id: row.execution_id }, 'failed to resume job'),
        );
      }
    };
    const adopted = await jobs.adopt(alone);
    alone = false;
    await each(
      adopted.filter(({ state }) => state === 'running'),
      // Release the claim, so that another instance may try.
      (row) => resume(row).catch((error: unknown) => jobs.release(row.execution_id).then(() => Promise.reject(error))),
    );
    // Those whose lease was lost, or whose end could not be written.
    await each(
      (await jobs.own()).filter(
        ({ workspace_id, execution_id }) => running.find(workspace_id, execution_id) === undefined,
      ),
      resume,
    );
    await each(await jobs.ended(), tidy);
  };

  /** A database that is away is no failure of the sweep. */
  const sweepIfReachable = (): Promise<void> =>
    sweep().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });

  return {
    start: (isAlone) => {
      alone = isAlone;
      const { log } = services();
      polling = poll({ everyMs: EVERY_MS, work: sweepIfReachable, log, failure: 'failed to load jobs' });
      void polling.wake();
    },
    wake: () => void polling?.wake(),
    leave: async () => {
      polling?.stop();
      const { running, jobs } = services();
      const own = running.list().filter(({ job }) => job !== null);
      for (const { stopper } of own) stopper.stop('interrupted');
      await Promise.allSettled(own.map(({ finished }) => finished));
      await jobs.releaseAll();
    },
  };
}

type Reopened = NonNullable<Awaited<ReturnType<Audit['reopen']>>>;

/** Whose it is and where it runs, whatever became of its machine. */
async function locate({ jobs, machines }: FollowJobsServices, row: JobRow) {
  const { workspace_id: workspaceId, execution_id: id } = row;
  const kept = jobs.open(row);
  const { machine } = kept.order.request;
  const order = { ...kept.order, workspaceId, role: 'member' as const, signal: new AbortController().signal };
  const target = await machines.find(order, machine).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'machine_not_found') throw error;
    return removedMachine(workspaceId, row.machine_id, machine);
  });
  const { cwd, container } = kept;
  return { id, workspaceId, order, target: { ...target, id: row.machine_id }, resolved: { cwd, container }, kept };
}

/** The execution as it was when it was opened, as far as that is still needed. */
async function rebuild(services: FollowJobsServices, row: JobRow, reopened: Reopened): Promise<OpenExecution> {
  const { vaultSnapshots, clock, openOutput, lease } = services;
  const { kept, ...located } = await locate(services, row);
  const { signs, command, steps, placedAt, secrets } = kept;
  const { order } = located;
  const now = await openVault(vaultSnapshots, order);
  // Values that it was given may have been replaced since, and are still in what it prints.
  const isAssistants = (name: string) => now.has(name) && now.termsOf(name).madeBy === 'assistant';
  const given = buildRedactor(
    Object.entries(secrets).map(([name, value]) => ({ name, value, yields: isAssistants(name) })),
  );
  const vault = { ...now, redactor: hidingShapes(joinRedactors(given, now.redactor)) };
  const { entry, subject, decidedBy } = reopened;
  return {
    ...subject,
    ...located,
    entry,
    decidedBy,
    command,
    steps,
    vault,
    policyDecision: null,
    confinement: null,
    job: signs,
    secretsUsed: Object.keys(secrets),
    resumed: true,
    startedAt: performance.now() - (clock() - row.created_at),
    epoch: lease.epoch(),
    ahead: null,
    resolved: { ...located.resolved, script: '', secrets: new Map() },
    rateHit: executionHit(actorIdOf(order), placedAt),
    output: openOutput(order, vault.redactor),
    stopper: new Stopper(Math.max(1, Math.ceil((row.deadline - clock()) / 1000))),
  };
}
