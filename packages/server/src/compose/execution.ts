/** What runs commands and what becomes of them: policy, approvals, outputs, jobs, freezes. */
import { argumentsInvalid, because, LIMITS, Refusal } from '@synapse/contract';
import type { Logger } from 'pino';
import { createAliases } from '../aliases/aliases.ts';
import { createSuggestions } from '../aliases/suggestions.ts';
import { createApprovalServices } from '../approvals/create-approval-services.ts';
import type { KeptOrder } from '../approvals/kept-order.ts';
import { createPendingEntries } from '../audit/pending-entries.ts';
import type { Config } from '../config/read-config.ts';
import { createExec } from '../exec/create-exec.ts';
import { createExecutionMetrics } from '../exec/record/execution-metrics.ts';
import { createRunningCommands } from '../exec/run/running-commands.ts';
import { createFilters } from '../filters/filters.ts';
import { createFreezing } from '../follow-up/create-freezing.ts';
import { endCrew } from '../follow-up/end-crew.ts';
import { createExecutions } from '../follow-up/executions.ts';
import { createLateRedaction } from '../follow-up/late-redaction.ts';
import { createOtherInstances } from '../follow-up/other-instances.ts';
import { createPendingExecutions } from '../follow-up/pending-executions.ts';
import { createStopCommands } from '../follow-up/stop-commands.ts';
import type { WorkspaceId } from '../ids.ts';
import { createJobs } from '../jobs/jobs.ts';
import { endOfJob } from '../jobs/listed-jobs.ts';
import { createLook } from '../look/look.ts';
import { KINDS } from '../machines/kinds.ts';
import { createRunMany } from '../many/run-many.ts';
import { createGarbagePace } from '../memory/garbage-pace.ts';
import { createOauth } from '../oauth/create-oauth.ts';
import { createKeptRefusals } from '../outputs/kept-refusals.ts';
import { createOutputs } from '../outputs/outputs.ts';
import { createReadPositions } from '../outputs/read-positions.ts';
import { createGuard } from '../policy/index.ts';
import { createStats } from '../stats/stats.ts';
import { createTextPool } from '../text-work/text-pool.ts';
import { createTextWork } from '../text-work/text-work.ts';
import { masterKey } from '../vault/cipher.ts';
import { createSealer } from '../vault/sealer.ts';
import type { Identity } from './identity.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { MachinesModule } from './machines.ts';

export type ExecutionModule = ReturnType<typeof createExecution>;

/** After this process was frozen: how long the end of a command that ended meanwhile takes to be read. */
const LATE_END_MS = 250;
/** An agent has gone to another instance by then, and is asked there. */
const LATE_AGENT_MS = 3_000;

/** `stopping`: aborted when the service begins to stop. */
export function createExecution(
  config: Config,
  log: Logger,
  infrastructure: Infrastructure,
  identity: Identity,
  machinesModule: MachinesModule,
  stopping: AbortSignal,
) {
  const { database, key, keys, instanceId, lease, clock, bus, events, metrics, deadAfterMs, timings, pageUrl } =
    infrastructure;
  const { audit, users, tokens, revoked, membersChanged, access } = identity;
  const { machines, agents, executors, unexpected, vault, vaultSnapshots, redactorOf } = machinesModule;
  const { maxReturnChars } = config;
  const approvalSealer = createSealer(masterKey(keys.approvals));

  const textPool = createTextPool(LIMITS.textWork);
  const textWork = createTextWork(textPool, (outcome) => metrics.textWork.inc({ outcome }));
  const garbage = createGarbagePace();
  const aliases = createAliases(database, clock);
  const suggestions = createSuggestions(database, clock, aliases);
  const stats = createStats(database, clock);
  const filters = createFilters(database, clock, textWork.checkFilter);
  const outputs = createOutputs(database, clock, createSealer(key), config, garbage.passed, textWork.page);
  const refusals = createKeptRefusals(database, clock);
  const guard = createGuard({
    database,
    clock,
    log,
    audit,
    check: textWork.checkPolicy,
    judging: textWork,
    tagsOf: machines.tagsOf,
  });

  const approvalServices = createApprovalServices({
    config,
    database,
    clock,
    log,
    bus,
    events,
    refusals,
    redactorOf,
    pageUrl,
    sealer: approvalSealer,
    access,
    audit,
    entries: createPendingEntries(lease, database, keys.auditSeals),
    languageOf: users.languageOf,
    endOf: endOfJob(audit),
    requestFor: identity.accessRequests.waitingFor,
    decided: (outcome) => metrics.approvals.inc({ outcome }),
    notified: (outcome) => metrics.notifications.inc({ outcome }),
  });
  const jobs = createJobs<KeptOrder>(database, clock, approvalSealer, { instanceId: lease.instanceId, deadAfterMs });

  const running = createRunningCommands(maxReturnChars, ({ output }) => {
    garbage.ended(output.bytes('stdout') + output.bytes('stderr'));
  });
  lease.onLost((why, asleep) => {
    for (const { stopper, target, job } of running.list()) {
      const stop = (): void => stopper.stop('interrupted', why);
      // Its end may be waiting to be read; no other call waits for it. That of a job is in its files.
      if (asleep && job === null) setTimeout(stop, KINDS[target.kind].isAgent ? LATE_AGENT_MS : LATE_END_MS).unref();
      else stop();
    }
  });
  const otherInstances = createOtherInstances({
    bus,
    running,
    instanceId,
    maxReturnChars,
    textWork,
    redactorOf: async (workspaceId) => (await vaultSnapshots(workspaceId)).redactor,
  });
  const stopCommands = createStopCommands({ database, clock, bus, running, access, log });
  const readPositions = createReadPositions(database, clock);
  const executions = createExecutions({
    audit,
    jobs,
    outputs,
    refusals,
    filters,
    textWork,
    lateRedaction: createLateRedaction(vault, vaultSnapshots),
    running,
    otherInstances,
    stopCommands,
    maxReturnChars,
    positions: readPositions,
    redactorOf: async (workspaceId) => (await vaultSnapshots(workspaceId)).redactor,
    pending: createPendingExecutions(audit, approvalServices),
  });

  const exec = createExec({
    access,
    config,
    database,
    clock,
    log,
    machines,
    aliases,
    vault,
    vaultSnapshots,
    audit,
    executors,
    unexpected,
    judge: guard.judge,
    look: createLook({ machines, agents, executorOf: executors.of, clock, shellMs: config.shellSeconds * 1000 }),
    outputs,
    positions: readPositions,
    refusals,
    filters,
    textWork,
    stats,
    events,
    garbage,
    approvalServices,
    jobs,
    running,
    executions,
    lease,
    orderKey: keys.orders,
    sealer: approvalSealer,
    onClosed: createExecutionMetrics(log, metrics),
    timings,
    stopping,
  });
  membersChanged.on(() => {
    approvalServices.keep.wake();
    stopCommands.now();
  });
  revoked.on(async (whose) => {
    approvalServices.keep.revoked(whose);
    await exec.retryUntilWritten('stop of commands', () => stopCommands.request(whose));
  });
  const oauth = createOauth({
    config,
    database,
    clock,
    log,
    keys: keys.oauth,
    users,
    machines,
    access,
    stop: (tokenId, earlierOnly) => revoked.emit({ tokenId, earlierOnly }),
  });
  /** The AI token or connection that a person names. Throws not_found. */
  const tokenNamed = async (userId: string, named: string): Promise<string> =>
    (await oauth.connections.idOf(userId, named)) ?? tokens.idOf(userId, named);
  /** The same for whatever a workspace has: in a crew of any of its members. */
  const tokenIn = async (workspaceId: WorkspaceId, named: string): Promise<string> => {
    const members = await access.membersOf(workspaceId);
    if (members.length === 0) return tokenNamed(workspaceId, named);
    const found = new Set<string>();
    for (const { userId } of members) {
      const id = await tokenNamed(userId, named).catch(unlessRefused);
      if (id !== null) found.add(id);
    }
    if (found.size > 1) throw argumentsInvalid([{ field: 'token', problem: because('token_of_several') }]);
    for (const id of found) return id;
    throw new Refusal('not_found');
  };
  const freezes = createFreezing({
    database,
    clock,
    events,
    stopCommands,
    machines,
    audit,
    tokenId: tokenIn,
    deny: approvalServices.keep.freeze,
  });
  identity.crewEnding.on(({ by, crew }) => endCrew({ freezes, jobs }, by, crew));
  return {
    aliases,
    suggestions,
    stats,
    filters,
    outputs,
    refusals,
    readPositions,
    guard,
    approvalServices,
    tokenNamed,
    jobs,
    running,
    executions,
    exec,
    oauth,
    freezes,
    stopCommands,
    textPool,
    runMany: createRunMany({
      access,
      runExec: exec.run,
      refuse: exec.refuse,
      executions,
      tagsOf: machines.tagsOf,
      maxReturnChars,
      redactorOf: async (workspaceId) => (await vaultSnapshots(workspaceId)).redactor,
    }),
  };
}

function unlessRefused(error: unknown): null {
  if (error instanceof Refusal && error.code === 'not_found') return null;
  throw error;
}
