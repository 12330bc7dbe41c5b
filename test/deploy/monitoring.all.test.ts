/** The alert rules and the dashboard: they are taken by Prometheus, and name only what the service tells. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { ERROR_CODES } from '../../packages/contract/src/index.ts';
import { declaredMetrics } from '../../scripts/reference/metrics-page.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { fetchPackages, locate } from '../engines/engines.ts';
import { removeAtEnd } from '../left-behind.ts';

const RULES = 'deploy/monitoring/alerts.yaml';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Record<string, string>;
  readonly annotations: Record<string, string>;
}
interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const rules = (parse(readFileSync(RULES, 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);
const { panels } = JSON.parse(readFileSync('deploy/monitoring/grafana-dashboard.json', 'utf8')) as { panels: Panel[] };
const shown = panels.flatMap(({ targets = [] }) => targets);

/** Every series that the service tells, with its labels. */
const series = new Map<string, readonly string[]>();
for (const { name, type, labelNames } of declaredMetrics()) {
  const endings = type === 'histogram' ? ['_bucket', '_count', '_sum'] : [''];
  for (const ending of endings) series.set(`${name}${ending}`, labelNames);
}
/** What Prometheus itself adds. */
const GIVEN = ['instance', 'job', 'le'];
/** Told by Prometheus, not by the service. */
const OF_PROMETHEUS = ['up'];

/** What is wrong with an expression; nothing is read but names, which is all that can go stale here. */
function problemsOf(expr: string): string[] {
  const found = [...expr.matchAll(/\b((?:synapse|nodejs|process)_\w+|up)\b(?:\{([^}]*)\})?/g)];
  if (found.length === 0) return [`names no metric: ${expr}`];
  return found.flatMap(([, name, matchers = '']) => {
    if (OF_PROMETHEUS.includes(name!)) return [];
    const labels = series.get(name!);
    if (labels === undefined) return [`no such metric: ${name}`];
    const used = [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label!);
    const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/,\s*/));
    return [...used, ...grouped]
      .filter((label) => !labels.includes(label) && !GIVEN.includes(label))
      .map((label) => `${name} has no label ${label}`);
  });
}

it('has alert rules whose metrics, labels and codes exist, each with what to do', () => {
  expect(rules.length).toBeGreaterThan(10);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, expr, labels, annotations } of rules) {
    expect(alert).toMatch(/^Synapse[A-Z]\w+$/);
    expect(problemsOf(expr), alert).toEqual([]);
    expect(['critical', 'warning', 'info']).toContain(labels.severity);
    expect(annotations.summary!.length, alert).toBeGreaterThan(10);
    expect(annotations.description!.length, alert).toBeGreaterThan(20);
    const codes = /code=~"([^"]*)"/.exec(expr)?.[1]?.split('|') ?? [];
    for (const code of codes) expect(ERROR_CODES, alert).toContain(code);
  }
});

/** Figures to look at: none of their values is wrong by itself. */
const FIGURES = [
  'synapse_running_commands',
  'synapse_oldest_running_seconds',
  'synapse_waiting_commands',
  'synapse_agents_linked',
  'synapse_database_connections',
  'synapse_http_request_seconds',
  'synapse_output_bytes_total',
  'synapse_redactions_total',
  'synapse_saved_tokens_total',
  'synapse_bus_round_trip_seconds',
  'synapse_approvals_total',
];

it('has an alert for every metric that can tell of trouble, and the guide names each with what it looks at', () => {
  const watched = (metric: string) => rules.some(({ expr }) => new RegExp(`\\b${metric}(_bucket)?\\b`).test(expr));
  const own = declaredMetrics()
    .map(({ name }) => name)
    .filter((name) => name.startsWith('synapse_'));
  expect(own.filter((name) => !watched(name) && !FIGURES.includes(name))).toEqual([]);
  expect(FIGURES.filter((name) => watched(name) || !own.includes(name))).toEqual([]);
  const rows = readFileSync('docs/guides/operating.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `Synapse'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const named = (cell: string) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
  expect(rows.flatMap(([, alerts]) => named(alerts!))).toEqual(rules.map(({ alert }) => alert));
  for (const { alert, expr, labels } of rules) {
    const [, alerts, looksAt, severity] = rows.find((row) => named(row[1]!).includes(alert))!;
    if (!expr.startsWith('up{'))
      expect(
        named(looksAt!).some((metric) => expr.includes(metric)),
        alert,
      ).toBe(true);
    const severities = severity!.split(', ');
    expect(severities[named(alerts!).indexOf(alert)] ?? severities[0], alert).toBe(labels.severity);
  }
});

it('notices a metric or a label that is not there', () => {
  expect(problemsOf('rate(synapse_nothing_total[5m])')).toEqual(['no such metric: synapse_nothing_total']);
  expect(problemsOf('synapse_lease_held{colour="red"} == 0')).toEqual(['synapse_lease_held has no label colour']);
  expect(problemsOf('sum by (shape) (synapse_executions_total)')).toEqual([
    'synapse_executions_total has no label shape',
  ]);
});

it('has a dashboard that shows every metric of the service, each panel in its own place', () => {
  for (const { expr } of shown) expect(problemsOf(expr), expr).toEqual([]);
  const all = shown.map(({ expr }) => expr).join('\n');
  const own = declaredMetrics().filter(({ name }) => name.startsWith('synapse_'));
  expect(own.filter(({ name }) => !all.includes(name)).map(({ name }) => name)).toEqual([]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
});

describeEngine(await locate('prometheus', () => fetchPackages('prometheus', ['prometheus'])), 'Prometheus', (root) => {
  const promtool = (...args: string[]) =>
    execFileSync(join(root(), 'usr/bin/promtool'), args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

  it('takes the rules', () => {
    expect(promtool('check', 'rules', RULES)).toContain(`${rules.length} rules found`);
  });

  it('fires when it should, and not before', () => {
    const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-alerts-')));
    const quiet = { alertname: 'SynapseLeaseLost', eval_time: '30s', exp_alerts: [] };
    const fires = (alertname: string, eval_time: string, labels: object) => ({
      alertname,
      eval_time,
      exp_alerts: [{ exp_labels: { ...labels } }],
    });
    const of = (alert: string) => rules.find((rule) => rule.alert === alert)!;
    const cases = [
      quiet,
      fires('SynapseLeaseLost', '3m', { severity: 'critical', instance: 'a' }),
      { alertname: 'SynapseNotReady', eval_time: '30s', exp_alerts: [] },
      fires('SynapseNotReady', '3m', { severity: 'critical', instance: 'a', reason: 'disk' }),
      { alertname: 'SynapseDiskSpace', eval_time: '2m', exp_alerts: [] },
      fires('SynapseDiskSpace', '9m', { severity: 'warning', instance: 'a' }),
      fires('SynapseAuditDamaged', '1m', { severity: 'critical', instance: 'a' }),
    ].map((one) => ({
      ...one,
      exp_alerts: one.exp_alerts.map((alert) => ({
        ...alert,
        exp_annotations: {
          summary: of(one.alertname)
            .annotations.summary!.replaceAll('{{ $labels.instance }}', 'a')
            .replaceAll('{{ $labels.reason }}', 'disk')
            .replaceAll('{{ $value | humanize1024 }}', '512Mi')
            .replaceAll('{{ $value }}', '2'),
          description: of(one.alertname).annotations.description!,
        },
      })),
    }));
    const file = join(folder, 'cases.json');
    writeFileSync(
      file,
      JSON.stringify({
        rule_files: [resolve(RULES)],
        evaluation_interval: '15s',
        tests: [
          {
            interval: '15s',
            input_series: [
              { series: 'synapse_lease_held{instance="a"}', values: '0x40' },
              { series: 'synapse_lease_held{instance="b"}', values: '1x40' },
              { series: 'synapse_ready{instance="a",reason="disk"}', values: '0x40' },
              { series: 'synapse_ready{instance="b",reason="none"}', values: '1x40' },
              { series: 'synapse_disk_free_bytes{instance="a"}', values: `${512 * 1024 ** 2}x40` },
              { series: 'synapse_disk_free_bytes{instance="b"}', values: `${5 * 1024 ** 3}x40` },
              { series: 'synapse_audit_damaged{instance="a"}', values: '2x40' },
              { series: 'synapse_audit_damaged{instance="b"}', values: '0x40' },
            ],
            alert_rule_test: cases,
          },
        ],
      }),
    );
    expect(promtool('test', 'rules', file)).toContain('SUCCESS');
  });
});
