/** What a report explains about its own columns and labels is cut; the report, and whatever says more, stays. */
import { describe, expect, it } from 'vitest';
import { trimLegend } from './column-legend.ts';

const TABLE = [
  ' lane    parcels   weight   share',
  ' north       712     88.4    61.3',
  ' south       440     55.7    38.7',
];
const NAMES = ['lane', 'parcels', 'weight', 'share'];
const LEGEND = [...NAMES, 'lane'].flatMap((name) => [
  '',
  `${name}      the words that say what this column`,
  '           shows, and how it was counted.',
]);

describe('the explanation of columns', () => {
  it('is cut to its first line', () => {
    const { lines, dropped } = trimLegend([...TABLE, ...LEGEND, '', 'done in 7 s']);
    expect(lines).toEqual([...TABLE, '', LEGEND[1], '', 'done in 7 s']);
    expect(dropped).toBe(9);
  });

  it('may have its names in lines of their own', () => {
    const labels = ['Parcels in all', 'Parcels on time', 'Parcels sent back', 'Weight of the parcels', 'Lanes in use'];
    const report = labels.map((label, i) => `${label}.......... ${i * 7}`);
    const about = labels.flatMap((label) => [
      label,
      '',
      '    What this number means, in',
      '    two lines of words.',
      '',
    ]);
    const { lines, dropped } = trimLegend([...report, '', ...about, 'end of 1 report']);
    expect(lines).toEqual([...report, '', labels[0], '', 'end of 1 report']);
    expect(dropped).toBe(14);
  });

  it.each([
    ['a number', '           counted over 30 days.'],
    ['a made-up name', '           taken from lane_state of the gate.'],
    ['a failure', '           which failed for the gate.'],
  ])('keeps a line with %s', (_, line) => {
    const { lines, dropped } = trimLegend([...TABLE, ...LEGEND.with(5, line), '', 'end']);
    expect(lines).toContain(line);
    expect(dropped).toBe(8);
  });

  it.each([
    ['no table', [...TABLE.slice(1), ...LEGEND]],
    ['few names', [...TABLE, ...LEGEND.slice(0, 9)]],
    ['other names', [...TABLE.map((line) => line.replace(/[a-z]+/g, (word) => `${word}s`)), ...LEGEND]],
    ['rows between', [...TABLE, ...LEGEND.flatMap((line) => (line === '' ? ['', ' west  7  8.1  0.5', ''] : [line]))]],
  ])('stays where there are %s', (_, lines) => {
    expect(trimLegend(lines)).toEqual({ lines, dropped: 0 });
  });

  it('is not looked for in messages of people', () => {
    const message = [
      'commit 7f1c2aa',
      '',
      '    Count the parcels at the gate',
      '',
      '    The lane was asked for twice,',
      '    once is enough.',
      '',
    ];
    const lines = Array.from({ length: 8 }, () => message).flat();
    expect(trimLegend(lines)).toEqual({ lines, dropped: 0 });
  });
});
