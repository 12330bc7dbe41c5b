/** What everything else is built on: the database, the lease and the clock, the keys, the bus, metrics and traces. */
import type { Logger } from 'pino';
import type { Bus, BusMeter } from '../bus/bus.ts';
import { createBus } from '../bus/create-bus.ts';
import type { Clock } from '../clock.ts';
import { createPageUrl, type PageUrl } from '../config/own-url.ts';
import type { Config } from '../config/read-config.ts';
import type { Database } from '../db/database.ts';
import { createEvents, type Events } from '../events/events.ts';
import { joinInstances, type Lease } from '../instances/index.ts';
import { openStorage } from '../service/open-storage.ts';
import { VERSION } from '../service/service-version.ts';
import { createExecutionTimings, type ExecutionTimings } from '../telemetry/execution-timing.ts';
import type { Stage } from '../telemetry/facts.ts';
import { createMetrics, type Metrics } from '../telemetry/metrics.ts';
import type { OpenTraces } from '../telemetry/open-traces.ts';
import { wantedTraces } from '../telemetry/wanted-traces.ts';
import type { MasterKey } from '../vault/cipher.ts';
import { loadInstanceKeys } from '../vault/instance-keys.ts';

export interface Infrastructure {
  readonly database: Database;
  readonly key: MasterKey;
  readonly keys: Awaited<ReturnType<typeof loadInstanceKeys>>;
  readonly instanceId: string;
  /** An instance that gave no sign of life for this long is dead. */
  readonly deadAfterMs: number;
  readonly lease: Lease;
  readonly clock: Clock;
  /** How far this computer's clock is ahead of the database's. */
  readonly clockSkewMs: () => number;
  readonly bus: Bus;
  readonly metrics: Metrics;
  readonly events: Events;
  readonly pageUrl: PageUrl;
  readonly traces: OpenTraces | null;
  readonly timings: ExecutionTimings;
}

/** `moved`: a clock that a test moves. */
export async function createInfrastructure(
  config: Config,
  log: Logger,
  moved: Clock | undefined,
): Promise<Infrastructure> {
  const { database, key } = await openStorage(config, log);
  const deadAfterMs = config.instanceDeadSeconds * 1000;
  const { instanceId, lease, clock, databaseClock } = await joinInstances(database, log, deadAfterMs, moved);
  const keys = await loadInstanceKeys(database, key);
  const clockSkewMs = (): number => Date.now() - databaseClock();
  const metrics = createMetrics();
  lease.onLost(() => metrics.leasesLost.inc());
  lease.onLost(database.cutOff);
  const meter: BusMeter = {
    count: (outcome) => metrics.busMessages.inc({ outcome }),
    answeredIn: (seconds) => metrics.busRoundTrip.observe(seconds),
  };
  const bus = await createBus({ ...config, keys, clock: databaseClock, log, meter });
  const resource = { version: VERSION, instanceId };
  const traces = await wantedTraces(config, resource, databaseClock, log, (outcome, spans) =>
    metrics.spans.inc({ outcome }, spans),
  );
  const observe = (stage: Stage, seconds: number): void => metrics.stages.observe({ stage }, seconds);
  return {
    database,
    key,
    keys,
    instanceId,
    deadAfterMs,
    lease,
    clock,
    clockSkewMs,
    bus,
    metrics,
    traces,
    events: createEvents(bus),
    pageUrl: createPageUrl(config),
    timings: createExecutionTimings({ observe, traces }),
  };
}
