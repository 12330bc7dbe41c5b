/**
 * What one scrape tells. With several workers on one port (`SYNAPSE_WORKERS`) any of them is asked: it tells of all, each
 * with its number as the label `worker`.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Bus } from '../bus/bus.ts';
import type { Metrics } from './metrics.ts';

export type ReadMetrics = () => Promise<string>;

/** A worker's place among those of one service. */
export interface Place {
  /** The service's own name on the bus, where there may be others. */
  readonly service: string;
  readonly number: number;
  readonly workers: number;
}

/** Prometheus waits for ten seconds by default. */
const ANSWER_MS = 3_000;
/** Far more than a worker has to tell. */
const MOST_BYTES = 64 * 1024 * 1024;
const UP = 'synapse_worker_up';

export function createReadMetrics(
  metrics: Pick<Metrics, 'registry' | 'workerUp'>,
  bus: Pick<Bus, 'request' | 'respond'>,
  place: Place | null,
): ReadMetrics {
  const { registry } = metrics;
  if (place === null) return () => registry.metrics();
  const { service, number, workers } = place;
  registry.setDefaultLabels({ worker: String(number) });
  const topic = (of: number): string => `workers.${service}.${of}.metrics`;
  // Series by route may add up to more than one message holds. Packed, they are a twentieth.
  bus.respond(topic(number), async () => gzipSync(await registry.metrics()).toString('base64'));
  const others = Array.from({ length: workers }, (_, at) => at + 1).filter((one) => one !== number);

  return async () => {
    const answers = await Promise.all(others.map((other) => bus.request(topic(other), null, ANSWER_MS)));
    const told = answers.map(unpacked);
    metrics.workerUp.set({ worker: String(number) }, 1);
    for (const [at, other] of others.entries()) {
      metrics.workerUp.set({ worker: String(other) }, told[at] === null ? 0 : 1);
    }
    return joinMetrics(
      await registry.metrics(),
      told.filter((text) => text !== null),
    );
  };
}

function unpacked(answer: unknown): string | null {
  if (typeof answer !== 'string') return null;
  try {
    return gunzipSync(Buffer.from(answer, 'base64'), { maxOutputLength: MOST_BYTES }).toString();
  } catch {
    // A worker of another version may tell it otherwise. The others are told of nonetheless.
    return null;
  }
}

/** All series of a metric stand together, below what is said of it once. Who is up is only known to the one that asks. */
export function joinMetrics(own: string, others: readonly string[]): string {
  const families = new Map<string, string[]>();
  for (const [at, text] of [own, ...others].entries()) {
    for (const family of text.split(/^(?=# HELP )/m)) {
      const name = /^# HELP (\S+)/.exec(family)?.[1];
      if (name === undefined || (at > 0 && name === UP)) continue;
      const lines = family.split('\n').filter((line) => line !== '');
      const known = families.get(name);
      if (known === undefined) families.set(name, lines);
      else known.push(...lines.filter((line) => !line.startsWith('#')));
    }
  }
  return `${[...families.values()].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
