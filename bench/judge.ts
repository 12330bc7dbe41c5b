/** `node bench/judge.ts`: what judging a command costs, and the worst of 64 KiB. */
import { readFileSync } from 'node:fs';
import { judge } from '@synapse/judge';
import { report } from './figure.ts';
import { median } from './times.ts';

const PLACE = { cwd: '/srv/app', home: '/home/app' };
const cases = readFileSync(new URL('../packages/judge/cases/more.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const TYPICAL = cases.map((line) => (JSON.parse(line) as { command: string }).command);
const SIZE = 65_536;
const NESTED = [
  'a;',
  'a\n',
  '(a);',
  '$(a) ',
  '( ',
  '`',
  '<<A ',
  '{',
  '"a" ',
  '[[ ',
  '$((',
  'if a; then ',
  'ls;',
  'cat x|',
  'x=1;',
  'ls *;',
  'cat /etc/*/*/* ',
  'f(){ f; };',
  'cd a;',
  'cd a&&',
  '"$(ls)" ',
  'sh -c "',
  'eval "ls;";',
  '{{S}} ',
  'x=$x;',
];
const ROUNDS = 20;

function timeOf(text: string): number {
  const before = performance.now();
  judge(text, PLACE);
  return performance.now() - before;
}

for (let round = 0; round < 3; round += 1) TYPICAL.forEach(timeOf);
const times = Array.from({ length: ROUNDS }, () => TYPICAL.map(timeOf))
  .flat()
  .sort((a, b) => a - b);
report({ name: 'judging a command, median', value: median(times), unit: 'ms', atMost: 0.3 });
report({ name: 'judging a command, 99 of 100', value: times[Math.floor(times.length * 0.99)]!, unit: 'ms', atMost: 2 });
const worst = NESTED.map((piece) => median([1, 2, 3].map(() => timeOf(piece.repeat(SIZE / piece.length)))));
report({ name: '64 KiB of nested text, the slowest kind', value: Math.max(...worst), unit: 'ms', atMost: 150 });
process.stdout.write(`${NESTED.map((piece, at) => `${JSON.stringify(piece)} ${worst[at]!.toFixed(0)}`).join('  ')}\n`);
