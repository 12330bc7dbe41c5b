/** Source quoted under findings: the line that a finding is about stays, and the finding stays whole. */
import { describe, expect, it } from 'vitest';
import { compact } from '../compact.ts';
import { trimQuoted } from './quoted-source.ts';

const frame = [
  '[2] api/depot.yaml:7:5 at #/paths',
  '',
  'Operation should have a summary.',
  '',
  '5 | paths:',
  '6 |   /orders:',
  '7 |     get:',
  '  |     ^^^',
  '8 |       operationId: listOrders',
  '',
  'Rule: operation-summary',
];

describe('quoted source', () => {
  it('is cut to the line of the finding', () => {
    const { lines, dropped } = trimQuoted(frame);
    expect(lines).toEqual([...frame.slice(0, 4), ' 7| get:', '', 'Rule: operation-summary']);
    expect(dropped).toBe(4);
  });

  it('is cut to the line of the finding without bars, too', () => {
    const above = ['>> Issue: unsafe call', '   Location: store.py:5'];
    const { lines, dropped } = trimQuoted([...above, '4\tdef load():', '5\t    call()', '6\t    return', '', 'end']);
    expect(lines).toEqual([...above, '5\t    call()', '', 'end']);
    expect(dropped).toBe(2);
  });

  it.each([
    ['no finding above', ['a list:', '1\tone', '2\ttwo', '3\tthree']],
    ['another line in the finding', ['store.py:9', '1\tone', '2\ttwo', '3\tthree']],
    ['numbers with a gap', ['store.py:3', '1\tone', '3\tthree', '7\tseven']],
  ])('stays with %s', (_, lines) => {
    expect(trimQuoted(lines)).toEqual({ lines, dropped: 0 });
  });

  it('keeps the words beside a pointer', () => {
    const lines = [
      '  ! Variable q is never used.',
      '   ,-[lib/unit12.js:1:37]',
      " 1 | const q = require('./unit11');",
      '   :       |',
      '   :       `-- q is declared here',
      '   `----',
      '  help: remove it.',
    ];
    expect(trimQuoted(lines).lines).toEqual([
      ...lines.slice(0, 2),
      " 1| const q = require('./unit11');",
      '  q is declared here',
      '  help: remove it.',
    ]);
  });

  it('keeps a pointer that alone says which column it is', () => {
    const lines = ['depot.py line 2', '1 | a = 1', '2 | b = (', '  |     ^', '3 | c = 2'];
    expect(trimQuoted(lines).lines).toEqual(['depot.py line 2', '2 | b = (', '  |     ^']);
  });

  it.each([
    ['a table', ['seen at 12:03:04', ' id | name', ' 3 | alder', ' 7 | birch', ' 4 | cedar']],
    ['a listing', ['depot.lua:3', ...Array.from({ length: 30 }, (_, at) => `${at + 1} | LOADK ${at}`)]],
    ['rows', ['depot.lua:2', '1 | alder', '2 | birch', '3 | cedar']],
    ['source without a finding', ['Here it is', '1 | a', '2 | b', '3 | c']],
    ['source of another place', ['depot.c:40:2 is odd', '1 | a', '2 | b', '3 | c']],
  ])('is not %s', (_, lines) => {
    expect(trimQuoted(lines)).toEqual({ lines, dropped: 0 });
  });

  it('is counted where it is left out, and what stands between it stays', () => {
    const findings = Array.from({ length: 20 }, (_, at) =>
      frame.map((line) => line.replace('[2]', `[${at}]`).replace('summary.', `summary ${'abcdefghij'[at % 10]}.`)),
    );
    const lines = [
      ...findings.slice(0, 10).flat(),
      'volume zx_81 was detached by the operator',
      ...findings.slice(10).flat(),
    ];
    const stdout = lines.join('\n');
    const { text } = compact({ command: 'some-lint', exitCode: 1, stdout, recovery: 'id', now: () => 0 });
    expect(text).toContain('… 80 lines of quoted source left out (synapse_get_output execution_id=id)');
    expect(text).toContain('volume zx_81 was detached by the operator');
    expect(text).toContain('api/depot.yaml:7:5');
    expect(text).not.toContain('operationId');
  });
});
