/** Background tasks: expiring, signing, closing, archiving, migrating. */
import type { Logger } from 'pino';
import { createRetention, startRetention } from '../audit/archive/retention.ts';
import { startAuditKeeping } from '../audit/keeping.ts';
import { startResuming } from '../audit/start-resuming.ts';
import type { Config } from '../config/read-config.ts';
import type { WorkspaceId } from '../ids.ts';
import { startHousekeeping } from '../service/housekeeping.ts';
import { startBatches } from '../service/start-batches.ts';
import { createCountUsage } from '../stats/count-usage.ts';
import type { AuditLog } from './audit-log.ts';
import type { ExecutionModule } from './execution.ts';
import type { Identity } from './identity.ts';
import type { Infrastructure } from './infrastructure.ts';

interface BackgroundTask {
  stop(): void | Promise<void>;
}

export async function startBackground(
  config: Config,
  log: Logger,
  infrastructure: Infrastructure,
  { audit, crews, accessRequests }: Pick<Identity, 'audit' | 'crews' | 'accessRequests'>,
  auditLog: AuditLog,
  execution: ExecutionModule,
): Promise<BackgroundTask[]> {
  const { database, clock, keys, lease, events } = infrastructure;
  const { checkpoints, archive } = auditLog;
  const { outputs, exec, approvalServices, jobs, suggestions } = execution;
  // Instances that share a database know each other only by their signs of life.
  const alone = !database.shared;
  const { approvals, grants } = approvalServices;
  const stores = [outputs, approvals, grants, jobs, crews, accessRequests, exec.limitedRefusals];
  // Before open entries of an earlier process are closed as interrupted.
  await exec.writeLeftEnds();
  const tasks = [
    startHousekeeping(database, clock, stores, log),
    await startAuditKeeping(database, clock, audit, checkpoints, lease, log, {
      sealKey: keys.auditSeals,
      heartbeatMs: (config.instanceDeadSeconds * 1000) / 6,
      alone,
      onInterrupted: ({ workspaceId, executionId, machine }) =>
        events.publish(workspaceId, { type: 'execution', execution_id: executionId, status: 'interrupted', machine }),
    }),
    startBatches(database, log),
    startResuming(database, { archive, sealKey: keys.auditSeals }, log),
  ];
  if (config.auditDays !== null) {
    const countUsage = createCountUsage(database, clock);
    const beforeCut = async (workspaceId: WorkspaceId): Promise<void> => {
      await countUsage(workspaceId);
      await suggestions.readOn(workspaceId);
    };
    const { brokenMark } = checkpoints;
    const days = config.auditDays;
    tasks.push(
      startRetention(createRetention({ database, clock, archive, log, days, keys, brokenMark, beforeCut }), log),
    );
  }
  exec.followJobs.start(alone);
  return tasks;
}
