/** Prometheus metrics, for the owner's monitoring only. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isLoopback } from '../config/read-config.ts';

export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<'method' | 'route' | 'status'>;
  readonly refusals: Counter<'code'>;
  readonly executions: Counter<'status' | 'kind' | 'verdict'>;
  readonly leasesLost: Counter;
  readonly unexpected: Counter<'scope'>;
  readonly textWork: Counter<'outcome'>;
  readonly approvals: Counter<'outcome'>;
  readonly notifications: Counter<'outcome'>;
}

/** Asked when the metrics are read. */
export interface Gauges {
  runningCommands(): number;
  waitingCommands(): number;
  holdsLease(): boolean;
  reachesOthers(): boolean;
  pendingApprovals(): Promise<number>;
}

export function createMetrics({ pendingApprovals, ...gauges }: Gauges): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, value: () => number | boolean): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(Number(value()));
      },
    });
  };
  gauge('synapse_running_commands', 'Commands running now.', gauges.runningCommands);
  gauge('synapse_waiting_commands', 'Commands that wait for their turn now.', gauges.waitingCommands);
  gauge('synapse_lease_held', '1 while this instance may run commands.', gauges.holdsLease);
  gauge(
    'synapse_bus_connected',
    '1 while the other instances can be reached, or there are none.',
    gauges.reachesOthers,
  );
  new Gauge({
    name: 'synapse_pending_approvals',
    help: 'Commands that wait for a person’s approval now, on all instances.',
    registers: [registry],
    async collect() {
      // A database that is away must not take the other figures away.
      const pending = await pendingApprovals().catch(() => null);
      if (pending !== null) this.set(pending);
    },
  });
  return {
    registry,
    requests: new Histogram({
      name: 'synapse_http_request_seconds',
      help: 'Duration of HTTP requests by route.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300],
      registers: [registry],
    }),
    refusals: new Counter({
      name: 'synapse_refusals_total',
      help: 'Refused calls by error code.',
      labelNames: ['code'],
      registers: [registry],
    }),
    executions: new Counter({
      name: 'synapse_executions_total',
      help: 'Executions whose entry was closed here, by how they ended, kind of machine, and verdict of the policy (none: there is none).',
      labelNames: ['status', 'kind', 'verdict'],
      registers: [registry],
    }),
    leasesLost: new Counter({
      name: 'synapse_leases_lost_total',
      help: 'How often this instance has lost its lease, and stopped what ran on it.',
      registers: [registry],
    }),
    unexpected: new Counter({
      name: 'synapse_unexpected_errors_total',
      help: 'Errors nobody expected: those that ended a command, and those of the service itself.',
      labelNames: ['scope'],
      registers: [registry],
    }),
    approvals: new Counter({
      name: 'synapse_approvals_total',
      help: 'Requests for approval that were closed here, by how: approved, denied, expired, stale, cancelled.',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    notifications: new Counter({
      name: 'synapse_notifications_total',
      help: 'Attempts to notify a person, by how they went: delivered, failed, given_up (after the last one).',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    textWork: new Counter({
      name: 'synapse_text_work_total',
      help: 'Compactions, filters and searches by how they went: inline, done (by a helper process), busy, killed, failed; mended: the safety net put back what a filter had lost.',
      labelNames: ['outcome'],
      registers: [registry],
    }),
  };
}

/** The bearer token, or a call from this computer that no proxy passed on. */
export function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (given !== undefined && token !== null) return sameText(given, token);
  const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded;
  return forwarded === undefined && isLoopback((request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''));
}

function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
