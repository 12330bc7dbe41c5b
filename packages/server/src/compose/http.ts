/** The ways in: REST, MCP, OAuth and the page. */
import type { Logger } from 'pino';
import type { Config } from '../config/read-config.ts';
import { createMoveMachine } from '../crews/move-machine.ts';
import { createSearchOutputs } from '../follow-up/search-outputs.ts';
import { createHealthIn } from '../http/health-in.ts';
import type { ApprovalPage } from '../http/mcp/call-tool.ts';
import { createMcp } from '../http/mcp/create-mcp.ts';
import { createPrompts } from '../http/mcp/prompts/prompts.ts';
import { createResources } from '../http/mcp/resources/resources.ts';
import { createTasks } from '../http/mcp/tasks.ts';
import { allTools } from '../http/mcp/tools/index.ts';
import { createViews } from '../http/mcp/views/views.ts';
import { createOpenStreams } from '../http/open-streams.ts';
import { PAGE_DIRECTORY } from '../http/page.ts';
import { routes } from '../http/routes.ts';
import { createHttpServer } from '../http/server.ts';
import { personalWorkspaceId } from '../ids.ts';
import { listJobs } from '../jobs/listed-jobs.ts';
import { createMemory } from '../recall/create-memory.ts';
import { createBuiltProgram } from '../service/built-program.ts';
import { freeSpace } from '../service/free-space.ts';
import { createReadiness } from '../service/readiness.ts';
import { VERSION } from '../service/service-version.ts';
import { createStatus } from '../service/status.ts';
import { createBreakdown } from '../stats/breakdown.ts';
import type { AuditLog } from './audit-log.ts';
import type { ExecutionModule } from './execution.ts';
import type { Identity } from './identity.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { MachinesModule } from './machines.ts';

export function createHttp(
  config: Config,
  log: Logger,
  infrastructure: Infrastructure,
  identity: Identity,
  machinesModule: MachinesModule,
  auditLog: AuditLog,
  execution: ExecutionModule,
) {
  const { database, clock, bus, events, metrics, traces, lease, instanceId, clockSkewMs, pageUrl } = infrastructure;
  const {
    audit,
    users,
    tokens,
    journalTokens,
    callsToday,
    signIn,
    access,
    crews,
    invitations,
    accessRequests,
    reviewAccess,
  } = identity;
  const { machines, vault, vaultSnapshots, redactorOf, agents, local, probing } = machinesModule;
  const { aliases, suggestions, stats, filters, guard, approvalServices, running, executions, exec, runMany, oauth } =
    execution;
  const { quotas, execPerMinute } = config;
  const startedAt = clock();
  const memory = createMemory({ database, clock, events, callsToday, quotas, pageUrl });
  const readiness = createReadiness(database, bus, lease);

  const { approvals, urlOf } = approvalServices;
  const healthIn = createHealthIn(machinesModule.machineHealth.look);
  const approvalPage: ApprovalPage = async (userId, executionId) => {
    const row = await approvals.byExecutionFor(userId, executionId);
    if (row?.status !== 'pending') return null;
    const machine = row.crew === null ? row.machine : `${row.crew}/${row.machine}`;
    return { id: row.id, machine, url: urlOf(row.id) };
  };
  const tools = allTools({
    ...memory,
    refuseNamed: guard.refuseNamed,
    access,
    redactorOf,
    crewChanged: events.changed,
    machines,
    vault,
    executions,
    audit,
    aliases,
    suggestions,
    stats,
    callsToday,
    quotas,
    runExec: exec.run,
    runMany,
    explainOrder: exec.explain,
    healthIn,
  });
  const mcp = createMcp({
    admission: identity.admission,
    library: (readTool) => ({
      prompts: createPrompts({
        ...memory,
        access,
        redactorOf,
        crewChanged: events.changed,
        machines,
        healthIn,
        audit,
        executions,
        approvals,
        urlOf,
        vault,
        aliases,
        clock,
      }),
      resources: createResources({
        ...memory,
        readTool,
        access,
        redactorOf,
        machines,
        audit,
        approvals,
        urlOf,
        views: createViews(tools, VERSION),
      }),
    }),
    approvalPage,
    pageHasAddress: () => URL.canParse(pageUrl()),
    tasks: createTasks({ access, audit, executions, approvalPage, clock }),
    tools,
    version: VERSION,
    bus,
    redactorOf,
    onDefect: (error, requestId) => log.error({ err: error, request_id: requestId }, 'call failed'),
    onRefusal: ({ code }) => metrics.refusals.inc({ code }),
    onChanged: ({ userId }) => events.changed(userId),
    onClient: ({ userId }, client) => events.publish(userId, { type: 'client', ...client }),
  });
  const server = createHttpServer({
    config,
    log,
    metrics,
    traces,
    readiness,
    sessions: signIn.sessions,
    journalTokens,
    version: VERSION,
    routes: routes({
      ...memory,
      ...signIn,
      users,
      crews,
      invitations,
      accessRequests,
      moveMachine: createMoveMachine({ access, audit, machines }),
      reviewAccess,
      tokens,
      oauth,
      journalTokens,
      callsToday,
      machines,
      vault,
      executions,
      searchOutputs: createSearchOutputs({ outputs: execution.outputs, executions }),
      running,
      events,
      audit,
      verifyChain: auditLog.verifyChain,
      eraseCommands: auditLog.eraseCommands,
      removedUsers: auditLog.removedUsers,
      shownEntries: auditLog.shownEntries,
      outputUntil: execution.outputs.keptUntil,
      freezes: execution.freezes,
      approvalServices,
      tokenNamed: execution.tokenNamed,
      decideApproval: exec.decide,
      aliases,
      suggestions,
      stats,
      breakdown: createBreakdown(database, clock),
      everybodysCallsToday: identity.everybodysCallsToday,
      readiness,
      quotas,
      execPerMinute,
      readStatus: createStatus({
        database,
        clock,
        bus,
        instanceId,
        version: VERSION,
        startedAt,
        readiness,
        waiting: exec.waiting,
        agents,
        pendingApprovals: approvalServices.pending,
        clockSkewMs,
        copies: () => auditLog.copies?.states() ?? [],
        forward: () => auditLog.forward?.states() ?? [],
        freeBytes: () => freeSpace(config.dataDir),
        damagedLogs: auditLog.damage.count,
      }),
      instance: { dialect: database.dialect, startedAt },
      filters,
      policies: guard.policies,
      redactorOf,
      readerOf: async (userId) => (await vaultSnapshots(personalWorkspaceId(userId))).redactor,
      access,
      replayPolicy: guard.replay,
      openStreams: createOpenStreams(),
      bridgeProgram: createBuiltProgram('bridge'),
      publicUrl: config.publicUrl,
      local,
      runExec: exec.run,
      runMany,
      explainOrder: exec.explain,
      listJobs: listJobs(execution.jobs, audit),
      ...probing,
      healthIn,
    }),
    access,
    audit,
    redactorOf,
    onChanged: events.changed,
    pageDirectory: PAGE_DIRECTORY,
    mcp: mcp.dispatcher,
    agents: { agents, program: machinesModule.agentProgram },
    oauth,
  });
  server.server.on('listening', () => {
    const address = server.server.address();
    machinesModule.listensAt(address);
    if (address !== null && typeof address === 'object') pageUrl.listensOn(address.port);
  });
  return { server, mcp, readiness };
}
