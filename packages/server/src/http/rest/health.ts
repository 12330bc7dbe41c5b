/** The health of this instance, for administrators. */
import { InstanceHealth, type Quotas, ServiceStatus } from '@synapse/contract';
import type { RunningCommands } from '../../exec/run/running-commands.ts';
import type { Readiness } from '../../service/readiness.ts';
import { VERSION } from '../../service/service-version.ts';
import type { ReadStatus } from '../../service/status.ts';
import { endpoint } from '../endpoint.ts';

export interface HealthServices {
  readonly readiness: Readiness;
  readonly running: RunningCommands;
  readonly quotas: Quotas;
  readonly execPerMinute: number;
  readonly instance: { readonly dialect: InstanceHealth['database']; readonly startedAt: number };
}

export const getHealth = ({ readiness, running, quotas, execPerMinute, instance }: HealthServices) =>
  endpoint({
    summary:
      'How this instance is doing: ready or not, since when, with how much memory and how many running commands.',
    access: 'admin',
    answer: InstanceHealth,
    handle: async () => {
      const verdict = await readiness.check();
      return {
        status: verdict.status,
        reason: 'reason' in verdict ? verdict.reason : null,
        version: VERSION,
        node: process.versions.node,
        database: instance.dialect,
        started_at: new Date(instance.startedAt).toISOString(),
        running_commands: running.count,
        memory_bytes: process.memoryUsage.rss(),
        limits: { executions_per_minute: execPerMinute, calls_per_day: quotas },
      };
    },
  });

/** The health of all instances, for administrators. */
export interface StatusServices {
  readonly readStatus: ReadStatus;
}

export const getStatus = ({ readStatus }: StatusServices) =>
  endpoint({
    summary:
      'How all instances are doing: leases, running and waiting commands, agents, how late the bus and the clocks are.',
    access: 'admin',
    answer: ServiceStatus,
    handle: () => readStatus(),
  });
