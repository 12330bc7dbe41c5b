/** Assembles what runs commands: the services of the story, and what other modules see of them. */
import { Refusal } from '@synapse/contract';
import type { Logger } from 'pino';
import type { Access } from '../access/access.ts';
import { createExecutionAdmission } from '../admission/execution-admission.ts';
import { createLimitedRefusals, type LimitedRefusals } from '../admission/limited-refusals.ts';
import type { Aliases } from '../aliases/aliases.ts';
import type { ApprovalServices } from '../approvals/create-approval-services.ts';
import type { KeptOrder } from '../approvals/kept-order.ts';
import type { Audit } from '../audit/audit.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/read-config.ts';
import type { Database } from '../db/database.ts';
import type { Events } from '../events/events.ts';
import type { Executors } from '../executors/registry.ts';
import type { OwnFilters } from '../filters/filters.ts';
import { refuseFrozen } from '../freezes/freezes.ts';
import type { Lease } from '../instances/index.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Look } from '../look/look.ts';
import type { Machines } from '../machines/machines.ts';
import type { GarbagePace } from '../memory/garbage-pace.ts';
import type { KeptRefusals } from '../outputs/kept-refusals.ts';
import type { Outputs } from '../outputs/outputs.ts';
import type { ReadPositions } from '../outputs/read-positions.ts';
import { type Judge, readInForce } from '../policy/index.ts';
import type { Stats } from '../stats/stats.ts';
import type { ExecutionTimings } from '../telemetry/execution-timing.ts';
import type { TextWork } from '../text-work/text-work.ts';
import { withoutVersion } from '../vault/redacted-with.ts';
import type { Sealer } from '../vault/sealer.ts';
import type { Vault } from '../vault/vault.ts';
import type { VaultSnapshots } from '../vault/vault-snapshot.ts';
import { createEarlierAnswers } from './answer/earlier-answers.ts';
import { answerInClient } from './decide/answer-in-client.ts';
import { type DecideApproval, type DecideServices, decideApproval } from './decide/decide-approval.ts';
import type { FollowExecution } from './decide/request-approval.ts';
import { type ExplainOrder, explainOrder } from './explain-order.ts';
import type { Order } from './order.ts';
import { actionOf, enterWorkspace } from './prepare/enter-workspace.ts';
import { createStateLoader } from './prepare/load-state.ts';
import { createBestEffort } from './record/best-effort.ts';
import { createIdempotency } from './record/idempotency.ts';
import { createOpenOutput } from './record/open-output.ts';
import { createRecorder, type RecorderServices } from './record/recorder.ts';
import { createRetryUntilWritten, type RetryUntilWritten } from './record/retry-until-written.ts';
import { type OnceServices, runOnce } from './record/run-once.ts';
import type { UnexpectedErrors } from './record/unexpected-errors.ts';
import { createUnwrittenEnds } from './record/unwritten-ends.ts';
import { type TelemetryServices, withTelemetry } from './record/with-telemetry.ts';
import { createFollowJobs, type FollowJobs, type FollowJobsServices } from './run/follow-jobs.ts';
import { createKeepJob } from './run/job-record.ts';
import { createLanes } from './run/lanes.ts';
import { createReadyShells } from './run/ready-shells.ts';
import type { RunningCommands } from './run/running-commands.ts';
import { asToldToMember, type RunExec, recordRefused, runExec } from './run-exec.ts';
import { createSessions } from './session/sessions.ts';

export interface ExecParts {
  readonly access: Pick<Access, 'enter'>;
  readonly config: Pick<Config, 'concurrency' | 'dataDir' | 'execPerMinute' | 'shellSeconds' | 'maxReturnChars'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly machines: Machines;
  readonly aliases: Aliases;
  readonly vault: Vault;
  readonly vaultSnapshots: VaultSnapshots;
  readonly judge: Judge;
  readonly audit: Audit;
  readonly executors: Executors;
  readonly look: Look;
  readonly unexpected: UnexpectedErrors;
  readonly outputs: Outputs;
  readonly positions: Pick<ReadPositions, 'find'>;
  readonly refusals: KeptRefusals;
  readonly filters: OwnFilters;
  readonly textWork: Pick<TextWork, 'compact'>;
  readonly stats: Stats;
  readonly events: Events;
  readonly garbage: GarbagePace;
  readonly approvalServices: Pick<ApprovalServices, 'approvals' | 'grants' | 'asked' | 'notifications' | 'delivery'>;
  readonly jobs: Jobs<KeptOrder>;
  readonly lease: Lease;
  /** Digests of orders are made with it. */
  readonly orderKey: Buffer;
  /** For what sessions keep, and for ends that wait for the database. */
  readonly sealer: Sealer;
  readonly onClosed: RecorderServices['onClosed'];
  readonly timings: ExecutionTimings;
  readonly running: RunningCommands;
  /** For commands that wait for an approval. */
  readonly executions: FollowExecution;
  /** Aborted when the service begins to stop. */
  readonly stopping: AbortSignal;
}

export interface Exec {
  readonly run: RunExec;
  /** Writes to the log that an order was refused before there was a machine to look at. */
  readonly refuse: (order: Order, refusal: Refusal) => Promise<void>;
  readonly decide: DecideApproval;
  readonly explain: ExplainOrder;
  readonly followJobs: FollowJobs;
  readonly retryUntilWritten: RetryUntilWritten;
  /** Writes the ends that an earlier process with this data directory could not write. */
  readonly writeLeftEnds: () => Promise<void>;
  readonly limitedRefusals: Pick<LimitedRefusals, 'expire'>;
  /** Commands that wait for their turn. */
  waiting(): number;
}

export function createExec(parts: ExecParts): Exec {
  const { config, database, clock, log, vaultSnapshots, textWork, garbage, approvalServices } = parts;
  const { maxReturnChars } = config;
  const inForce = ({ workspaceId, actor }: Pick<Order, 'workspaceId' | 'actor'>) =>
    readInForce(database.queries, workspaceId, actor);
  const admission = createExecutionAdmission(database, clock, parts.lease, config.execPerMinute);
  const idempotency = createIdempotency(database, clock, parts.orderKey);
  const sessions = createSessions(database, clock, parts.sealer);
  const limitedRefusals = createLimitedRefusals(database, clock, parts.audit);
  const retryUntilWritten = createRetryUntilWritten(log);
  const bestEffort = createBestEffort(log);
  const lanes = createLanes(database, parts.events, {
    perMachine: config.concurrency.machine,
    perUser: config.concurrency.user,
  });
  const stateLoader = createStateLoader(parts);
  const followJobs = createFollowJobs(() => services);
  const keepJob = createKeepJob(parts.jobs, clock);
  const services: DecideServices & FollowJobsServices & OnceServices & TelemetryServices = {
    ...parts,
    admission,
    retryUntilWritten,
    bestEffort,
    maxReturnChars,
    inForce,
    idempotency,
    sessions,
    keepJob,
    stateLoader,
    tidyJobs: followJobs,
    ...parts.judge,
    refuseFrozen: (command) => refuseFrozen(database.queries, command),
    compact: textWork.compact,
    earlierAnswers: createEarlierAnswers(clock),
    approvals: approvalServices.approvals,
    grants: approvalServices.grants,
    record: createRecorder({
      ...parts,
      approvals: approvalServices.approvals,
      onAsked: approvalServices.asked,
      admission,
      limitedRefusals,
      idempotency,
      retryUntilWritten,
      unwritten: createUnwrittenEnds(config.dataDir, parts.sealer, log),
      bestEffort,
      keepJob,
      onJobEnded: approvalServices.delivery.wake,
      endJob: async (tx, { id: executionId, workspaceId }, first) => {
        await parts.jobs.end(tx, executionId);
        if (first) await approvalServices.notifications.announceEnd(tx, { executionId, workspaceId });
      },
    }),
    openOutput: createOpenOutput(vaultSnapshots, garbage),
    lanes,
    readyShells: createReadyShells(clock),
    shellMs: config.shellSeconds * 1000,
  };
  /** An order that the role does not allow goes to the log of the crew; that of a non-member to their own. */
  const enter = async (order: Order): Promise<Order> => {
    let known = order;
    try {
      return await enterWorkspace(parts.access, order, actionOf(order), (entered) => {
        known = entered;
      });
    } catch (error) {
      if (error instanceof Refusal && error.code !== 'plan_required') await recordRefused(services, known, error);
      throw error;
    }
  };
  const run = runOnce(
    services,
    withTelemetry(services, (order) => runExec(services, order)),
  );
  const explaining = { ...parts, ...parts.judge, inForce, refuseFrozen: services.refuseFrozen };
  return {
    run: async (addressed) => {
      const order = await enter(addressed);
      const running = order.answered ? answerInClient(services, order, order.answered) : run(order);
      const result = await running.catch(async (error: unknown) => {
        throw await asToldToMember(services, order, error);
      });
      // It was redacted with the vault of the crew, and is shown to a member.
      return order.actor === undefined ? result : { ...withoutVersion(result), machine: addressed.request.machine };
    },
    refuse: (order, refusal) => recordRefused(services, order, refusal),
    decide: (person, id, decision) => decideApproval(services, person, id, decision),
    explain: (order, language) => explainOrder(explaining, order, language),
    followJobs,
    retryUntilWritten,
    writeLeftEnds: services.record.writeLeftEnds,
    waiting: lanes.waiting,
    limitedRefusals,
  };
}
