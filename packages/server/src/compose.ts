/** The one place where objects are built and passed to each other. */
import { LIMITS, Refusal } from '@synapse/contract';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createAdmission } from './admission/admit.ts';
import { createAgents } from './agents/agents.ts';
import { createAliases } from './aliases/aliases.ts';
import { createSuggestions } from './aliases/suggestions.ts';
import { createAsking } from './approvals/create-asking.ts';
import { createAudit } from './audit/audit.ts';
import { createCheckpoints } from './audit/checkpoints.ts';
import { startAuditKeeping } from './audit/keeping.ts';
import { createPendingEntries } from './audit/pending-entries.ts';
import { createVerifyChain } from './audit/verify.ts';
import { createUsers, type Users } from './auth/users.ts';
import { createBus } from './bus/create-bus.ts';
import type { Clock } from './clock.ts';
import { pageUrl, urlFromElsewhere } from './config/own-url.ts';
import type { Config } from './config/read-config.ts';
import type { Database } from './db/database.ts';
import { enterInstanceLock } from './db/instance-lock.ts';
import { isMigrated, migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { createEvents } from './events/events.ts';
import { createExec } from './exec/create-exec.ts';
import { createProbing } from './exec/probe-machine.ts';
import { createUnexpectedErrors, type UnexpectedErrors } from './exec/unexpected-errors.ts';
import { createExecutors, type Executors } from './executors/registry.ts';
import { createFilters } from './filters/filters.ts';
import { createFreezing } from './follow-up/create-freezing.ts';
import { createExecutions } from './follow-up/executions.ts';
import { createLateRedaction } from './follow-up/late-redaction.ts';
import { createOtherInstances } from './follow-up/other-instances.ts';
import { createPendingExecutions } from './follow-up/pending-executions.ts';
import { closeGently } from './http/close-gently.ts';
import { createMcp } from './http/mcp/create-mcp.ts';
import { mcpCancelBus } from './http/mcp/mcp-cancel-bus.ts';
import { allTools } from './http/mcp/tools/index.ts';
import { createMetrics } from './http/metrics.ts';
import { createOpenStreams } from './http/open-streams.ts';
import { PAGE_DIRECTORY } from './http/page.ts';
import type { RedactorOf } from './http/redact-answer.ts';
import { routes, type Services } from './http/routes.ts';
import { createHttpServer } from './http/server.ts';
import { createShownEntries } from './http/shown-entries.ts';
import { newId } from './ids.ts';
import { createJournal } from './journal/journal.ts';
import { createJournalTokens } from './journal/journal-tokens.ts';
import { createCallsToday, createEverybodysCallsToday } from './limits/calls-today.ts';
import { createLook } from './look/look.ts';
import { createMachines, type Machines } from './machines/machines.ts';
import { createGarbagePace } from './memory/garbage-pace.ts';
import { createOauth } from './oauth/create-oauth.ts';
import { narrowAccess } from './oauth/narrow-access.ts';
import { createKeptRefusals } from './outputs/kept-refusals.ts';
import { createOutputs } from './outputs/outputs.ts';
import { createJudge, createPolicies, createPoliciesOf, createReplay } from './policy/index.ts';
import { createItems } from './projects/items.ts';
import { createPanels } from './projects/panels.ts';
import { createProjects } from './projects/projects.ts';
import { createSettings } from './projects/settings.ts';
import { createContexts } from './recall/contexts.ts';
import { createSearch } from './recall/search.ts';
import { createToday } from './recall/today.ts';
import { createSignIn } from './second-factor/create-sign-in.ts';
import { createBuiltProgram } from './service/built-program.ts';
import { startHousekeeping } from './service/housekeeping.ts';
import { createLastWork } from './service/last-work.ts';
import { createReadiness } from './service/readiness.ts';
import { VERSION } from './service/service-version.ts';
import { createBreakdown } from './stats/breakdown.ts';
import { createStats } from './stats/stats.ts';
import { createTextPool } from './text-work/text-pool.ts';
import { createTextWork } from './text-work/text-work.ts';
import { createTokens } from './tokens/tokens.ts';
import { masterKey } from './vault/cipher.ts';
import { loadInstanceKeys } from './vault/instance-keys.ts';
import { loadMasterKey } from './vault/master-key.ts';
import { assertMasterKey, refuseLostKey } from './vault/rotate.ts';
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
  /** Whether no call is being answered and no command runs. */
  isIdle(): boolean;
  /** Takes no new work, gives running commands their time, then closes everything. */
  stop(): Promise<void>;
}

export async function compose(config: Config, log: Logger, clock: Clock = Date.now): Promise<Application> {
  const database = openDatabase(config);
  // A wrong key must touch nothing, and a lost one must not be replaced. So both are reported before a database in use
  // is changed.
  const used = await isMigrated(database);
  if (used) await refuseLostKey(database, config);
  const key = masterKey(loadMasterKey(config));
  if (used) await assertMasterKey(database, key);
  const applied = await migrate(database);
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  await assertMasterKey(database, key);
  const keys = await loadInstanceKeys(database, key);
  const bus = await createBus(config, log);
  const events = createEvents(bus);
  const metrics = createMetrics({ runningCommands: () => running.count, pendingApprovals: () => asking.pending() });

  /** Whatever runs or waits for somebody who is shut out ends. */
  const shutOut = (whose: { userId: string } | { tokenId: string; goesOn?: boolean }): void => {
    otherInstances.stopAllOf(whose);
    asking.keep.revoked(whose);
  };
  const users = createUsers(database, clock, { narrowTokens: narrowAccess, shutOut: (userId) => shutOut({ userId }) });
  const tokens = createTokens(database, clock, config.quotas, (tokenId) => shutOut({ tokenId }));
  const journalTokens = createJournalTokens(database, clock);
  const admission = createAdmission(database, clock, config.quotas);
  const callsToday = createCallsToday(database, clock);

  const vault = createVault(database, clock, key);
  const { newest: vaultSnapshots, newestKnown } = createVaultSnapshots(vault);
  const redactorOf: RedactorOf = async (...vault) => (await newestKnown(...vault)).redactor.redactText;
  const program = createBuiltProgram('agent');
  const instanceId = newId();
  const agents = createAgents({
    ...{ database, clock, bus, events, log, instanceId, heartbeatMs: config.agentHeartbeatMs },
    deadAfterMs: config.instanceDeadSeconds * 1000,
    sealer: createSealer(masterKey(keys.agentRelay)),
    url: () => config.publicUrl ?? urlFromElsewhere(config.host, http.server.address()),
    sha256: () => program()?.sha256 ?? null,
  });
  const machines = createMachines(database, clock, config, (machineId) => executors.forget(machineId), agents);
  const executors = createExecutors({
    secret: async (userId, name) => {
      const value = (await vaultSnapshots(userId)).value(name);
      if (value === undefined) throw new Refusal('secret_missing', { name });
      return value;
    },
    ...{ connectMs: config.connectSeconds * 1000, localPath: config.localPath, sshAgent: config.sshAgent },
    onHostKey: (machine, address, hostKey) => machines.noteHostKey(machine, address, hostKey),
    agent: (machine) => agents.executor(machine.id),
  });

  const deadAfterMs = config.instanceDeadSeconds * 1000;
  const audit = createAudit(database, clock, { instanceId, sealKey: keys.auditSeals, deadAfterMs });
  const signIn = createSignIn({ config, database, clock, log, keys, users, audit });
  const checkpoints = createCheckpoints(database, config.dataDir, keys);
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
    ...{ config, database, clock, log, bus, events, refusals, redactorOf, pageUrl: pageUrl(config) },
    sealer: createSealer(masterKey(keys.approvals)),
    entries: createPendingEntries(instanceId, keys.auditSeals),
    languageOf: users.languageOf,
    decided: (outcome) => metrics.approvals.inc({ outcome }),
    notified: (outcome) => metrics.notifications.inc({ outcome }),
  });
  const stopping = new AbortController();
  const policies = createPolicies(database, clock, audit, textWork.checkPolicy);
  const policiesOf = createPoliciesOf(database.queries);
  const judge = createJudge(policiesOf, log);
  const look = createLook({ machines, agents, executorOf: executors.of, clock, shellMs: config.shellSeconds * 1000 });
  const { run, explain, decide, running, writeLater } = createExec({
    ...{ config, database, clock, log, machines, aliases, vault, vaultSnapshots, audit, executors, unexpected },
    ...{ judge, look, outputs, refusals, filters, textWork, stats, events, garbage, asking },
    ...{ lookLater: () => executions, stopping: stopping.signal },
  });
  const oauth = createOauth({
    ...{ config, database, clock, log, keys: keys.oauth, users, machines },
    stop: (tokenId, goesOn) => shutOut({ tokenId, goesOn }),
  });
  const otherInstances = createOtherInstances({ bus, running, instanceId, maxReturnChars, textWork });
  const freezing = createFreezing({
    ...{ database, clock, log, bus, events, running, machines },
    tokenId: async (...named) => (await oauth.connections.idOf(...named)) ?? tokens.idOf(...named),
    deny: asking.keep.freeze,
  });
  const lateRedaction = createLateRedaction(vault, vaultSnapshots);
  const executions = createExecutions({
    ...{ audit, outputs, refusals, filters, textWork, lateRedaction, running, otherInstances, maxReturnChars },
    pending: createPendingExecutions(audit, asking),
  });
  const verifyChain = createVerifyChain(database, clock, keys, checkpoints, audit.ends);

  const projects = createProjects(database, clock);
  const items = createItems(database, clock);
  const settings = createSettings(database);
  const memory = {
    ...{ projects, items, settings },
    contexts: createContexts(database, items, settings.get),
    journal: createJournal(database, clock),
    search: createSearch(database),
    panels: createPanels(database, clock, events, pageUrl(config)),
    today: createToday(database, clock, settings, callsToday, quotas),
  };

  const readiness = createReadiness(database, bus);
  const services: Services = {
    ...memory,
    ...signIn,
    ...{ users, tokens, oauth, journalTokens, callsToday, machines, vault, executions, running },
    ...{ events, audit, verifyChain, freezes: freezing.freezes, asking, decideApproval: decide },
    ...{ aliases, suggestions, stats, breakdown: createBreakdown(database, clock) },
    everybodysCallsToday: createEverybodysCallsToday(database, clock),
    ...{ readiness, quotas, execPerMinute, instance: { dialect: database.dialect, startedAt: Date.now() } },
    ...{ filters, policies, shownEntries: createShownEntries(vault, redactorOf), redactorOf },
    replayPolicy: createReplay({ database, clock, audit, policiesOf, check: textWork.checkPolicy }),
    ...{ openStreams: createOpenStreams(), bridgeProgram: createBuiltProgram('bridge'), publicUrl: config.publicUrl },
    runExec: run,
    explainOrder: explain,
    ...createProbing({
      ...{ machines, executors, vaultSnapshots, unexpected },
      shellMs: config.shellSeconds * 1000,
      connectMs: config.connectSeconds * 1000,
    }),
  };
  const mcp = createMcp({
    admission,
    tools: allTools({
      ...memory,
      ...{ machines, vault, executions, audit, aliases, suggestions, stats, callsToday, quotas },
      runExec: run,
      explainOrder: explain,
    }),
    ...{ version: VERSION, bus: mcpCancelBus(bus), redactorOf },
    onDefect: (error, requestId) => log.error({ err: error, request_id: requestId }, 'call failed'),
    onRefusal: ({ code }) => metrics.refusals.inc({ code }),
    onClient: ({ userId }, client) => events.publish(userId, { type: 'client', ...client }),
  });
  const http = createHttpServer({
    ...{ config, log, metrics, readiness, sessions: signIn.sessions, journalTokens, version: VERSION },
    routes: routes(services),
    redactorOf,
    pageDirectory: PAGE_DIRECTORY,
    mcp: mcp.dispatcher,
    agents: { agents, program },
    oauth,
  });
  // Instances on PostgreSQL know each other only by their signs of life.
  const instanceLock = database.dialect === 'sqlite' ? enterInstanceLock(config.dataDir) : null;
  const keeping = [
    startHousekeeping(database, clock, [outputs, refusals, asking.approvals, asking.grants, oauth], log),
    await startAuditKeeping(database, clock, audit, checkpoints, log, {
      sealKey: keys.auditSeals,
      heartbeatMs: deadAfterMs / 6,
      alone: instanceLock?.alone ?? false,
      onInterrupted: ({ userId, executionId, machine }) =>
        events.publish(userId, { type: 'execution', execution_id: executionId, status: 'interrupted', machine }),
    }),
  ];
  instanceLock?.stay();

  const last = createLastWork(log);
  return {
    ...{ http, database, users, machines, executors, unexpected },
    isIdle: () => mcp.running.size === 0 && running.count === 0,
    stop: async () => {
      readiness.stop();
      stopping.abort();
      await running.idle(config.drainSeconds * 1000);
      running.stopAll('interrupted');
      await running.idle(KILL_MS);
      mcp.running.abortAll();
      await agents.close();
      await closeGently(http).finish(ANSWER_MS);
      await writeLater.idle(ANSWER_MS);
      for (const keeper of [asking, freezing, ...keeping]) await last(keeper.stop);
      mcp.running.close();
      await textPool.close();
      await executors.close();
      await bus.close();
      await database.close();
      instanceLock?.leave();
    },
  };
}

/** A killed command's tree is dead within 2 s, and its entry is written right after. */
const KILL_MS = 5_000;
/** By then an answer that is ready was sent, or its reader is gone. */
const ANSWER_MS = 2_000;
