import { Gauge, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createReadMetrics, joinMetrics } from './read-metrics.ts';

const family = (name: string, ...lines: string[]): string =>
  [`# HELP ${name} What it says.`, `# TYPE ${name} counter`, ...lines, ''].join('\n');

it('says of each metric once what it is, with the series of all below it', () => {
  const own = `${family('a', 'a{worker="1"} 1')}\n${family('b', 'b{x="# HELP a",worker="1"} 2')}`;
  const other = `${family('a', 'a{worker="2"} 3')}\n${family('c', 'c{worker="2"} 4')}`;
  expect(joinMetrics(own, [other])).toBe(
    [
      family('a', 'a{worker="1"} 1', 'a{worker="2"} 3'),
      family('b', 'b{x="# HELP a",worker="1"} 2'),
      family('c', 'c{worker="2"} 4'),
    ].join('\n'),
  );
});

it('believes nobody else about who is up', () => {
  const up = (...lines: string[]) => family('synapse_worker_up', ...lines);
  expect(joinMetrics(up('synapse_worker_up{worker="2"} 0'), [up('synapse_worker_up{worker="2"} 1')])).toBe(
    up('synapse_worker_up{worker="2"} 0'),
  );
});

it.each([
  ['says nothing', undefined],
  ['tells what cannot be read', 'AAAA'],
])('tells of the others where one %s', async (_name, answer) => {
  const registry = new Registry();
  const workerUp = new Gauge({ name: 'synapse_worker_up', help: 'up', labelNames: ['worker'], registers: [registry] });
  const bus = { request: async () => answer, respond: () => undefined };
  const place = { service: 'one', number: 1, workers: 2 };
  const text = await createReadMetrics({ registry, workerUp } as never, bus as never, place)();
  expect(text).toContain('synapse_worker_up{worker="1"} 1');
  expect(text).toContain('synapse_worker_up{worker="2"} 0');
});
