/** The reference page of the metrics, from the registry that serves them. */
import { addGauges, type GaugeSources } from '../../packages/server/src/telemetry/gauges.ts';
import { createMetrics } from '../../packages/server/src/telemetry/metrics.ts';
import { tableOf } from './markdown.ts';

/** A metric as the library keeps it: its own types leave most of this out. */
interface Declared {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly type: string;
}

/** Nothing is read from these: the page tells what there is, not how much. */
const NO_SOURCES = {} as GaugeSources;

export function declaredMetrics(): Declared[] {
  const { registry } = createMetrics();
  addGauges(registry, NO_SOURCES);
  const metrics = registry.getMetricsAsArray() as unknown as Declared[];
  return metrics.map((metric) => ({ ...metric, type: metric.constructor.name.toLowerCase() }));
}

export function metricsPage(): string {
  const [own, general] = [true, false].map((ours) =>
    declaredMetrics().filter(({ name }) => name.startsWith('synapse_') === ours),
  );
  const rows = own!.map(({ name, type, labelNames, help }) => [
    `\`${name}\``,
    type,
    labelNames.map((label) => `\`${label}\``).join(', '),
    help,
  ]);
  return [
    '# Metrics',
    '',
    '`GET /metrics` tells them in the format of Prometheus: to whoever calls from the same computer, and with `SYNAPSE_METRICS_TOKEN` from elsewhere. Each instance tells its own. [`deploy/monitoring`](../../deploy/monitoring) has alert rules and a Grafana dashboard that use them; [Operating](../guides/operating.md) shows how.',
    '',
    ...tableOf(['Name', 'Kind', 'Labels', 'Meaning'], rows),
    '',
    'Besides, those of every Node process:',
    '',
    ...tableOf(
      ['Name', 'Meaning'],
      general!.map(({ name, help }) => [`\`${name}\``, help]),
    ),
    '',
  ].join('\n');
}
