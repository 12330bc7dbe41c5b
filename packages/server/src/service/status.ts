/**
 * How all instances are doing together: what the database says of each (lease, running commands), and what each says of
 * itself when it is asked over the bus. One that does not answer is shown all the same.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { InstanceReport, type InstanceState, type ServiceStatus } from '@synapse/contract';
import { runningByInstance } from '../audit/audit.ts';
import type { Bus } from '../bus/bus.ts';
import { type Clock, isoTime } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { listInstances } from '../instances/index.ts';
import type { Readiness } from './readiness.ts';

export interface StatusServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly instanceId: string;
  readonly version: string;
  readonly startedAt: number;
  readonly readiness: Pick<Readiness, 'check'>;
  readonly waiting: () => number;
  readonly agents: { linked(): number; enrolled(): Promise<number> };
  readonly pendingApprovals: () => Promise<number>;
  /** How far this computer's clock is ahead of the database's. */
  readonly clockSkewMs: () => number;
  /** Where checkpoints are sent, and whether they arrive. */
  readonly copies: () => InstanceReport['checkpoint_copies'];
  /** Where entries of the audit log are sent, and whether they arrive. */
  /** Where the data directory is; null: unknown. */
  readonly freeBytes: () => Promise<number | null>;
  /** How many users have a damaged audit log, as far as is known here. */
  readonly damagedLogs: () => number;
  readonly forward: () => InstanceReport['audit_forward'];
}

export type ReadStatus = () => Promise<ServiceStatus>;

const ANSWER_MS = 1_500;
const topicOf = (instanceId: string): string => `status.${instanceId}`;

/** From now on this instance answers the others. */
export function createStatus(services: StatusServices): ReadStatus {
  const { database, clock, bus, instanceId, agents } = services;

  const report = async (): Promise<InstanceReport> => {
    const ready = performance.now();
    await nextTurn();
    const delay = performance.now() - ready;
    const verdict = await services.readiness.check();
    return {
      status: verdict.status,
      reason: 'reason' in verdict ? verdict.reason : null,
      version: services.version,
      started_at: isoTime(services.startedAt),
      waiting_commands: services.waiting(),
      linked_agents: agents.linked(),
      memory_bytes: process.memoryUsage.rss(),
      clock_skew_ms: Math.round(services.clockSkewMs()),
      loop_delay_ms: tenths(delay),
      disk_free_bytes: await services.freeBytes(),
      audit_damaged: services.damagedLogs(),
      checkpoint_copies: services.copies(),
      audit_forward: services.forward(),
    };
  };
  bus.respond(topicOf(instanceId), report);

  const ask = async (id: string): Promise<Pick<InstanceState, 'bus_ms' | 'report'>> => {
    if (id === instanceId) return { bus_ms: null, report: await report() };
    const asked = performance.now();
    const answer = InstanceReport.safeParse(await bus.request(topicOf(id), null, ANSWER_MS));
    const bus_ms = answer.success ? tenths(performance.now() - asked) : null;
    return { bus_ms, report: answer.data ?? null };
  };

  return async () => {
    const asked = performance.now();
    const rows = await listInstances(database.queries, clock());
    const ms = tenths(performance.now() - asked);
    const [running, enrolled, pending] = await Promise.all([
      runningByInstance(database.queries),
      agents.enrolled(),
      services.pendingApprovals(),
    ]);
    const instances = await Promise.all(
      rows.map(async ({ id, epoch, seen_at, expires_at, now }): Promise<InstanceState> => {
        const runs = running.find((one) => one.instanceId === id);
        return {
          id,
          asked: id === instanceId,
          lease: { epoch, expires_in_ms: expires_at - now, renewed_ms_ago: now - seen_at },
          running_commands: runs?.count ?? 0,
          oldest_running_seconds: runs === undefined ? null : Math.max(0, Math.round((now - runs.oldestAt) / 1000)),
          ...(await ask(id)),
        };
      }),
    );
    const linked = instances.reduce((sum, { report }) => sum + (report?.linked_agents ?? 0), 0);
    return {
      database: { kind: database.dialect, ms, connections: database.connections() },
      instances,
      agents: { enrolled, linked },
      pending_approvals: pending,
    };
  };
}

const tenths = (ms: number): number => Math.round(ms * 10) / 10;
