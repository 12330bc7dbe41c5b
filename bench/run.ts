/**
 * `npm run bench`: every benchmark in turn, then one table of what was measured, what was asked and whether it was met.
 * `npm run bench -- audit startup` runs those two. Ends with 1 when a target was missed or a benchmark failed.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { amount, type Figure, isMet, targetOf } from './figure.ts';

/** `two-builds` takes the folder of another build. */
const NOT_A_BENCHMARK = ['run', 'figure', 'times', 'two-builds'];
const known = globSync(join(import.meta.dirname, '*.ts'))
  .map((file) => basename(file, '.ts'))
  .filter((name) => !NOT_A_BENCHMARK.includes(name))
  .sort();

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`No benchmark is called ${unknown.join(', ')}. There are: ${known.join(', ')}.\n`);
  process.exit(2);
}

const figures: { benchmark: string; figure: Figure }[] = [];
const failed: string[] = [];
for (const benchmark of known.filter((name) => wanted.length === 0 || wanted.includes(name))) {
  process.stdout.write(`\n── ${benchmark}\n`);
  const before = figures.length;
  const child = fork(join(import.meta.dirname, `${benchmark}.ts`), { execArgv: ['--expose-gc'] });
  child.on('message', (figure) => figures.push({ benchmark, figure: figure as Figure }));
  const [code] = (await once(child, 'exit')) as [number | null];
  const explained = figures.slice(before).some(({ figure }) => !isMet(figure));
  if (code !== 0 && !explained) failed.push(benchmark);
}

process.stdout.write('\n');
const rows = figures.map(({ benchmark, figure }) => [
  benchmark,
  figure.name,
  amount(figure.value, figure.unit),
  targetOf(figure),
  targetOf(figure) === '' ? '' : isMet(figure) ? 'met' : 'MISSED',
]);
for (const name of failed) rows.push([name, '(it failed: see above)', '', '', 'FAILED']);
for (const row of [['benchmark', 'figure', 'measured', 'target', ''], ...rows]) {
  const [benchmark = '', figure = '', measured = '', target = '', verdict = ''] = row;
  const cells = [benchmark.padEnd(14), figure.padEnd(58), measured.padStart(14), target.padStart(14), verdict];
  process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
}
if (failed.length > 0 || figures.some(({ figure }) => !isMet(figure))) process.exitCode = 1;
