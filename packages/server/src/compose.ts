/** The one place where objects are built and passed to each other. */
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@synapse/contract';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createAdmission } from './admission/admit.ts';
import { createAgents } from './agents/agents.ts';
import { createAliases } from './aliases/aliases.ts';
import { createSuggestions } from './aliases/suggestions.ts';
import { createAsking } from './approvals/create-approval-services.ts';
import type { KeptOrder } from './approvals/kept-order.ts';
import { createArchive } from './audit/archive/create-archive.ts';
import { createAudit } from './audit/audit.ts';
import { createCheckpoints } from './audit/checkpoints.ts';
import { wantedCopies } from './audit/copies/wanted-copies.ts';
import { wantedForward } from './audit/copies/wanted-forward.ts';
import { createDamage } from './audit/damage.ts';
import { createEraseCommands, removedUsers } from './audit/erase-commands.ts';
import { createPendingEntries } from './audit/pending-entries.ts';
import { createVerifyChain } from './audit/verification.ts';
import { createUsers, type Users } from './auth/users.ts';
import type { Clock } from './clock.ts';
import { pageUrl, urlFromElsewhere } from './config/own-url.ts';
import type { Config } from './config/read-config.ts';
import type { Database } from './db/database.ts';
import { createExec } from './exec/create-exec.ts';
import { createExecutionMetrics } from './exec/record/execution-metrics.ts';
import { createUnexpectedErrors, type UnexpectedErrors } from './exec/record/unexpected-errors.ts';
import { createProbing } from './exec/run/probe-machine.ts';
import { createExecutors, type Executors } from './executors/registry.ts';
import { createFilters } from './filters/filters.ts';
import { createFreezing } from './follow-up/create-freezing.ts';
import { createExecutions } from './follow-up/executions.ts';
import { createLateRedaction } from './follow-up/late-redaction.ts';
import { createOtherInstances } from './follow-up/other-instances.ts';
import { createPendingExecutions } from './follow-up/pending-executions.ts';
import { createMachineHealth, type MachineHealthKeeping } from './health/machine-health.ts';
import { closeGently } from './http/close-gently.ts';
import { createMcp } from './http/mcp/create-mcp.ts';
import { mcpCancelBus } from './http/mcp/mcp-cancel-bus.ts';
import { allTools } from './http/mcp/tools/index.ts';
import { createOpenStreams } from './http/open-streams.ts';
import { PAGE_DIRECTORY } from './http/page.ts';
import type { RedactorOf } from './http/redact-answer.ts';
import { routes, type Services } from './http/routes.ts';
import { createHttpServer } from './http/server.ts';
import { createShownEntries } from './http/shown-entries.ts';
import { createJobs } from './jobs/jobs.ts';
import { endOfJob, listJobs } from './jobs/listed-jobs.ts';
import { createJournalTokens } from './journal/journal-tokens.ts';
import { createCallsToday, createEverybodysCallsToday } from './limits/calls-today.ts';
import { createLook } from './look/look.ts';
import { createMachines, type Machines } from './machines/machines.ts';
import { createRunMany } from './many/run-many.ts';
import { createGarbagePace, RELAYED_BYTES } from './memory/garbage-pace.ts';
import { createOauth } from './oauth/create-oauth.ts';
import { narrowAccess } from './oauth/narrow-access.ts';
import { createKeptRefusals } from './outputs/kept-refusals.ts';
import { createOutputs } from './outputs/outputs.ts';
import { createReadPositions } from './outputs/read-positions.ts';
import { createGuard } from './policy/index.ts';
import { createMemory } from './recall/create-memory.ts';
import { createSignIn } from './second-factor/create-sign-in.ts';
import { createBuiltProgram } from './service/built-program.ts';
import { createInfrastructure } from './service/create-infrastructure.ts';
import { freeSpace } from './service/free-space.ts';
import { createLastWork } from './service/last-work.ts';
import { isolateLocal, type LocalIsolation } from './service/local-isolation.ts';
import { createReadiness } from './service/readiness.ts';
import { VERSION } from './service/service-version.ts';
import { startKeeping } from './service/start-keeping.ts';
import { createStatus } from './service/status.ts';
import { createBreakdown } from './stats/breakdown.ts';
import { createStats, eraseUsageNames } from './stats/stats.ts';
import { createTextPool } from './text-work/text-pool.ts';
import { createTextWork } from './text-work/text-work.ts';
import { createTokens } from './tokens/tokens.ts';
import { masterKey } from './vault/cipher.ts';
import { Clearance, clearSshAgent } from './vault/clearance.ts';
import { createSealer } from './vault/sealer.ts';
import { createVault } from './vault/vault.ts';
import { createVaultSnapshots } from './vault/vault-snapshot.ts';

export interface Application {
  readonly http: FastifyInstance;
  readonly database: Database;
  readonly users: Users;
  readonly machines: Machines;
  readonly executors: Executors;
  readonly unexpected: UnexpectedErrors;
  readonly machineHealth: MachineHealthKeeping;
  /** What keeps commands on this host away from the service. */
  readonly local: LocalIsolation;
  /** Whether no call is being answered and no command runs. */
  isIdle(): boolean;
  /** Takes no new work, gives running commands their time, then closes everything. */
  stop(): Promise<void>;
}

/** `moved`: a clock that a test moves. */
export async function compose(config: Config, log: Logger, moved?: Clock): Promise<Application> {
  const ground = await createInfrastructure(config, log, moved, {
    runningCommands: () => running.count,
    oldestRunningSeconds: () => running.oldestMs() / 1000,
    waitingCommands: () => waiting(),
    linkedAgents: () => agents.linked(),
    pendingApprovals: () => asking.pending(),
    ready: async () => {
      const verdict = await readiness.check();
      return { ok: verdict.status !== 'unavailable', reason: 'reason' in verdict ? verdict.reason : 'none' };
    },
    freeBytes: () => freeSpace(config.dataDir),
    damagedLogs: () => damage.count(),
  });
  const { database, key, keys, instanceId, lease, clock, clockSkewMs, bus, metrics, traces } = ground;
  const { deadAfterMs, events, timings } = ground;

  /** Whatever runs or waits for somebody who is shut out ends. */
  const shutOut = (whose: { userId: string } | { tokenId: string; goesOn?: boolean }): void => {
    otherInstances.stopAllOf(whose);
    asking.keep.revoked(whose);
  };
  const audit = createAudit(database, clock, { instanceId, sealKey: keys.auditSeals, deadAfterMs });
  const users = createUsers(database, clock, audit, {
    narrowTokens: narrowAccess,
    shutOut: (userId) => shutOut({ userId }),
  });
  const tokens = createTokens(database, clock, config.quotas, (tokenId) => shutOut({ tokenId }));
  const journalTokens = createJournalTokens(database, clock);
  const admission = createAdmission(database, clock, config.quotas);
  const callsToday = createCallsToday(database, clock);

  const vault = createVault(database, clock, key);
  const { newest: vaultSnapshots, newestKnown } = createVaultSnapshots(vault);
  const redactorOf: RedactorOf = async (...vault) => (await newestKnown(...vault)).redactor.redactText;
  const program = createBuiltProgram('agent');
  const agents = createAgents({
    passed: createGarbagePace(RELAYED_BYTES).passed,
    database,
    clock,
    bus,
    events,
    log,
    instanceId,
    deadAfterMs,
    heartbeatMs: config.agentHeartbeatMs,
    sealer: createSealer(masterKey(keys.agentRelay)),
    traces,
    url: () => config.publicUrl ?? urlFromElsewhere(config.host, http.server.address()),
    sha256: () => program()?.sha256 ?? null,
  });
  const machines = createMachines(
    database,
    clock,
    config,
    (machineId) => executors.forget(machineId),
    agents,
    vault.machineRemoved,
    audit,
  );
  const local = await isolateLocal(config);
  const executors = createExecutors({
    isolation: local.isolation,
    secret: async (machine, name, program) => {
      const snapshot = await vaultSnapshots(machine.userId);
      return snapshot.value(name, Clearance.forProgram(name, snapshot, machine, program));
    },
    sshAgent: async (machine) => clearSshAgent(config.sshAgent, machine),
    receiver: machines.receiver,
    connectMs: config.connectSeconds * 1000,
    localPath: config.localPath,
    localUmask: config.localUmask,
    onHostKey: (machine, address, hostKey) => machines.noteHostKey(machine, address, hostKey),
    agent: (machine) => agents.executor(machine.id),
  });

  const signIn = createSignIn({ config, database, clock, log, keys, users, audit });
  const copies = await wantedCopies(config, { log, count: (outcome) => metrics.checkpointCopies.inc({ outcome }) });
  const checkpoints = createCheckpoints(database, config.dataDir, keys, { onLine: copies?.add, log });
  const damage = createDamage(checkpoints);
  const archive = createArchive(config, clock);
  const aliases = createAliases(database, clock);
  const suggestions = createSuggestions(database, clock, aliases);
  const stats = createStats(database, clock);
  const textPool = createTextPool(LIMITS.textWork);
  const textWork = createTextWork(textPool, (outcome) => metrics.textWork.inc({ outcome }));
  const filters = createFilters(database, clock, textWork.checkFilter);
  const garbage = createGarbagePace();
  const outputs = createOutputs(database, clock, createSealer(key), config, garbage.passed, textWork.page);
  const { maxReturnChars, quotas, execPerMinute } = config;
  const refusals = createKeptRefusals(database, clock);
  const unexpected = createUnexpectedErrors({
    log,
    count: (scope) => metrics.unexpected.inc({ scope }),
    forget: executors.forget,
  });
  const asking = createAsking({
    config,
    database,
    clock,
    log,
    bus,
    events,
    refusals,
    redactorOf,
    pageUrl: pageUrl(config),
    sealer: createSealer(masterKey(keys.approvals)),
    entries: createPendingEntries(lease, database.dialect, keys.auditSeals),
    languageOf: users.languageOf,
    endOf: endOfJob(audit),
    decided: (outcome) => metrics.approvals.inc({ outcome }),
    notified: (outcome) => metrics.notifications.inc({ outcome }),
  });
  const stopping = new AbortController();
  const guard = createGuard({
    database,
    clock,
    log,
    audit,
    check: textWork.checkPolicy,
    judging: textWork,
    tagsOf: machines.tagsOf,
  });
  const look = createLook({ machines, agents, executorOf: executors.of, clock, shellMs: config.shellSeconds * 1000 });
  const sealer = createSealer(masterKey(keys.approvals));
  const jobs = createJobs<KeptOrder>(database, clock, sealer, { instanceId: lease.instanceId, deadAfterMs });
  const exec = createExec({
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
    look,
    outputs,
    refusals,
    filters,
    textWork,
    stats,
    events,
    garbage,
    asking,
    jobs,
    lease,
    orderKey: keys.orders,
    sealer,
    onClosed: createExecutionMetrics(log, metrics),
    timings,
    lookLater: () => executions,
    stopping: stopping.signal,
  });
  const { run, refuse, explain, decide, running, waiting, followJobs, retryUntilWritten, kept } = exec;
  lease.onLost((why) => running.stopRunning('interrupted', why));
  const oauth = createOauth({
    config,
    database,
    clock,
    log,
    keys: keys.oauth,
    users,
    machines,
    stop: (tokenId, goesOn) => shutOut({ tokenId, goesOn }),
  });
  const otherInstances = createOtherInstances({ bus, running, instanceId, maxReturnChars, textWork });
  const freezing = createFreezing({
    database,
    clock,
    log,
    bus,
    events,
    running,
    machines,
    audit,
    tokenId: async (...named) => (await oauth.connections.idOf(...named)) ?? tokens.idOf(...named),
    deny: asking.keep.freeze,
  });
  const lateRedaction = createLateRedaction(vault, vaultSnapshots);
  const readPositions = createReadPositions(database, clock);
  const executions = createExecutions({
    audit,
    jobs,
    outputs,
    refusals,
    filters,
    textWork,
    lateRedaction,
    running,
    otherInstances,
    maxReturnChars,
    positions: readPositions,
    redactorOf: async (userId) => (await vaultSnapshots(userId)).redactor,
    pending: createPendingExecutions(audit, asking),
  });
  const runMany = createRunMany({
    runExec: run,
    refuse,
    executions,
    tagsOf: machines.tagsOf,
    maxReturnChars,
    redactorOf: async (userId) => (await vaultSnapshots(userId)).redactor,
  });
  const verifyChain = createVerifyChain(database, clock, {
    keys,
    checkpoints,
    archive,
    ends: audit.ends,
    onVerdict: damage.verified,
  });
  const { journalDays } = config;
  const memory = createMemory({ database, clock, events, callsToday, quotas, pageUrl: pageUrl(config), journalDays });
  const probing = createProbing({ machines, executors, vaultSnapshots, unexpected, config });
  const machineHealth = createMachineHealth({ database, clock, log, events, probing, config });

  const readiness = createReadiness(database, bus, lease);
  const readStatus = createStatus({
    database,
    clock,
    bus,
    instanceId,
    version: VERSION,
    startedAt: clock(),
    readiness,
    waiting,
    agents,
    pendingApprovals: asking.pending,
    clockSkewMs,
    copies: () => copies?.states() ?? [],
    forward: () => forward?.states() ?? [],
    freeBytes: () => freeSpace(config.dataDir),
    damagedLogs: damage.count,
  });
  const shownEntries = createShownEntries(vault, redactorOf);
  const services: Services = {
    ...memory,
    ...signIn,
    users,
    tokens,
    oauth,
    journalTokens,
    callsToday,
    machines,
    vault,
    executions,
    running,
    events,
    audit,
    verifyChain,
    freezes: freezing.freezes,
    asking,
    decideApproval: decide,
    aliases,
    suggestions,
    stats,
    breakdown: createBreakdown(database, clock),
    everybodysCallsToday: createEverybodysCallsToday(database, clock),
    eraseCommands: createEraseCommands(database, {
      audit,
      archive,
      sealKey: keys.auditSeals,
      eraseNames: eraseUsageNames,
    }),
    removedUsers: () => removedUsers(database.queries),
    readiness,
    quotas,
    execPerMinute,
    readStatus,
    instance: { dialect: database.dialect, startedAt: clock() },
    filters,
    policies: guard.policies,
    shownEntries,
    redactorOf,
    replayPolicy: guard.replay,
    openStreams: createOpenStreams(),
    bridgeProgram: createBuiltProgram('bridge'),
    publicUrl: config.publicUrl,
    local,
    runExec: run,
    runMany,
    explainOrder: explain,
    listJobs: listJobs(jobs, audit),
    ...probing,
    machineHealth,
  };
  const mcp = createMcp({
    admission,
    tools: allTools({
      ...memory,
      refuseNamed: guard.refuseNamed,
      machines,
      vault,
      executions,
      audit,
      aliases,
      suggestions,
      stats,
      callsToday,
      quotas,
      runExec: run,
      runMany,
      explainOrder: explain,
    }),
    version: VERSION,
    bus: mcpCancelBus(bus),
    redactorOf,
    onDefect: (error, requestId) => log.error({ err: error, request_id: requestId }, 'call failed'),
    onRefusal: ({ code }) => metrics.refusals.inc({ code }),
    onChanged: ({ userId }) => events.changed(userId),
    onClient: ({ userId }, client) => events.publish(userId, { type: 'client', ...client }),
  });
  const http = createHttpServer({
    config,
    log,
    metrics,
    traces,
    readiness,
    sessions: signIn.sessions,
    journalTokens,
    version: VERSION,
    routes: routes(services),
    redactorOf,
    onChanged: events.changed,
    pageDirectory: PAGE_DIRECTORY,
    mcp: mcp.dispatcher,
    agents: { agents, program },
    oauth,
  });
  // An SQLite file is served by one process. Instances on PostgreSQL know each other only by their signs of life.
  const alone = database.dialect === 'sqlite';
  const keeping = await startKeeping({
    config,
    database,
    clock,
    log,
    keys,
    lease,
    events,
    audit,
    checkpoints,
    archive,
    suggestions,
    kept: [outputs, refusals, readPositions, memory.journal, ...kept, asking.approvals, asking.grants, oauth, jobs],
    alone,
  });
  followJobs.start(alone);

  const forward = await wantedForward(config, {
    database,
    clock,
    instanceId,
    log,
    count: (outcome) => metrics.auditForwarded.inc({ outcome }),
    show: async (userId, entries) => (await shownEntries(userId, { entries: [...entries], next_cursor: null })).entries,
  });

  const last = createLastWork(log);
  return {
    http,
    database,
    users,
    machines,
    executors,
    unexpected,
    machineHealth,
    local,
    isIdle: () => mcp.running.size === 0 && running.count === 0,
    stop: async () => {
      readiness.leave();
      await sleep(config.lameDuckSeconds * 1000);
      readiness.stop();
      // A balancer that still sends calls here fails to connect, so it can send them elsewhere: nothing was sent yet.
      // Without one, who calls is told that the service stops.
      let closing = config.lameDuckSeconds > 0 ? closeGently(http) : null;
      stopping.abort();
      // Jobs go on without us.
      await last(followJobs.leave);
      await running.idle(config.drainSeconds * 1000);
      running.stopAll('interrupted');
      await running.idle(KILL_MS);
      mcp.running.abortAll();
      await agents.close();
      closing ??= closeGently(http);
      await closing.finish(ANSWER_MS);
      await retryUntilWritten.idle(ANSWER_MS);
      for (const keeper of [machineHealth, asking, freezing, ...keeping]) await last(keeper.stop);
      mcp.running.close();
      await textPool.close();
      await executors.close();
      local.isolation?.close();
      for (const sender of [forward, copies, traces]) await sender?.stop();
      await bus.close();
      await database.close();
    },
  };
}

/** A killed command's tree is dead within 2 s, and its entry is written right after. */
const KILL_MS = 5_000;
/** By then an answer that is ready was sent, or its reader is gone. */
const ANSWER_MS = 2_000;
