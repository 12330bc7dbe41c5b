/** The one place where objects are built and passed to each other: each module takes those that were built before it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Users } from './auth/users.ts';
import type { Clock } from './clock.ts';
import { createAuditLog } from './compose/audit-log.ts';
import { startBackground } from './compose/background.ts';
import { createExecution } from './compose/execution.ts';
import { createHttp } from './compose/http.ts';
import { createIdentity } from './compose/identity.ts';
import { createInfrastructure } from './compose/infrastructure.ts';
import { createMachinesModule } from './compose/machines.ts';
import type { Config } from './config/read-config.ts';
import type { Database } from './db/database.ts';
import type { UnexpectedErrors } from './exec/record/unexpected-errors.ts';
import type { Executors } from './executors/registry.ts';
import type { MachineHealthKeeping } from './health/machine-health.ts';
import { closeGently } from './http/close-gently.ts';
import type { Machines } from './machines/machines.ts';
import { freeSpace } from './service/free-space.ts';
import { createLastWork } from './service/last-work.ts';
import type { LocalIsolation } from './service/local-isolation.ts';
import { addGauges } from './telemetry/gauges.ts';

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

/** A killed command's tree is dead within 2 s, and its entry is written right after. */
const KILL_MS = 5_000;
/** By then an answer that is ready was sent, or its reader is gone. */
const ANSWER_MS = 2_000;

/** `moved`: a clock that a test moves. */
export async function compose(config: Config, log: Logger, moved?: Clock): Promise<Application> {
  const stopping = new AbortController();
  const infrastructure = await createInfrastructure(config, log, moved);
  const identity = createIdentity(config, log, infrastructure);
  const machinesModule = await createMachinesModule(config, log, infrastructure, identity);
  const auditLog = await createAuditLog(config, log, infrastructure, identity, machinesModule);
  const execution = createExecution(config, log, infrastructure, identity, machinesModule, stopping.signal);
  const { server, mcp, readiness } = createHttp(
    config,
    log,
    infrastructure,
    identity,
    machinesModule,
    auditLog,
    execution,
  );

  const { database, metrics, lease, bus, traces, clockSkewMs } = infrastructure;
  const { machines, executors, unexpected, machineHealth, local, agents } = machinesModule;
  const { running, exec, approvalServices, stopCommands, textPool } = execution;
  addGauges(metrics.registry, {
    runningCommands: () => running.count,
    oldestRunningSeconds: () => running.oldestMs() / 1000,
    waitingCommands: exec.waiting,
    linkedAgents: agents.linked,
    holdsLease: () => lease.held,
    reachesOthers: bus.connected,
    clockSkewSeconds: () => clockSkewMs() / 1000,
    connections: database.connections,
    pendingApprovals: approvalServices.pending,
    ready: async () => {
      const verdict = await readiness.check();
      return { ok: verdict.status !== 'unavailable', reason: 'reason' in verdict ? verdict.reason : 'none' };
    },
    freeBytes: () => freeSpace(config.dataDir),
    damagedLogs: auditLog.damage.count,
  });
  const background = await startBackground(config, log, infrastructure, identity, auditLog, execution);

  const last = createLastWork(log);
  return {
    http: server,
    database,
    users: identity.users,
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
      // Without a delay, callers get the refusal that the service stops.
      const closing = config.lameDuckSeconds > 0 ? closeGently(server) : null;
      stopping.abort();
      // Jobs keep running.
      await last('jobs', exec.followJobs.leave);
      await running.idle(config.drainSeconds * 1000);
      running.stopAll('interrupted');
      await running.idle(KILL_MS);
      mcp.running.abortAll();
      await last('agents', agents.close);
      const ending = closing ?? closeGently(server);
      await last('answers', () => ending.finish(ANSWER_MS));
      await last('unwritten ends', () => exec.retryUntilWritten.idle(ANSWER_MS));
      for (const task of [machineHealth, approvalServices, stopCommands, ...background])
        await last('background', task.stop);
      mcp.running.close();
      await last('text work', textPool.close);
      await last('executors', executors.close);
      local.isolation?.close();
      for (const sender of [auditLog.forward, auditLog.copies, traces]) await last('sending', () => sender?.stop());
      await last('bus', bus.close);
      await last('database', database.close);
    },
  };
}
