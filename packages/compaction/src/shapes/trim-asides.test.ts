import { expect, it } from 'vitest';
import { compact } from '../compact.ts';

const LEGEND = ['lane', 'parcels', 'weight', 'share', 'lane', 'parcels', 'weight', 'share'].flatMap((name) => [
  '',
  `${name}      the words that say what this column shows to whoever`,
  '           reads the table, and how it was counted and rounded.',
]);
const TABLE = [
  ' lane    parcels   weight   share',
  ' north       712     88.4    61.3',
  ' south       440     55.7    38.7',
];

const textOf = (command: string): string =>
  compact({
    command,
    exitCode: 0,
    stdout: [...TABLE, ...LEGEND].join('\n'),
    recovery: 'id',
    now: () => 0,
  }).text;

it('the explanation of columns is left out, and counted', () => {
  const text = textOf('weigh-lanes --today');
  expect(text).toContain('… 15 lines about the columns left out (synapse_get_output execution_id=id)');
  expect(text).toMatch(/north\s+712\s+88\.4\s+61\.3/);
});

it.each(['weigh-lanes --help', 'weigh-lanes help columns', 'man weigh-lanes', 'weigh-lanes -h'])(
  'an explanation that was asked for by %s stays',
  (command) => {
    expect(textOf(command)).not.toContain('left out');
    expect(textOf(command).split('how it was counted').length).toBe(9);
  },
);
