/**
 * `node scripts/compaction-table.ts [case or filter …]`: what compaction makes of every case, beside the original's
 * size and the goal. Named cases, and those of a named filter, are printed whole, with the filter that was used and every broken fact.
 */
import { CASE_SETS, type CaseResult, type CorpusCase, readCases, runCase } from '../test/compaction/corpus-case.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);
const percent = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole);
const cell = (value: number | null) => (value === null ? '' : String(value)).padStart(8);

function row({ case: one, rawChars, chars, filter, problems }: CaseResult): string {
  const saved = `${percent(rawChars - chars, rawChars).toFixed(0)}%`.padStart(5);
  const beaten = one.rtk !== null && one.rtkLost === 0 && chars > one.rtk ? ' >rtk' : '';
  const missed = one.goal !== null && chars > one.goal ? ' >goal' : '';
  const note = problems.length > 0 ? ` ${problems.join(' | ')}` : '';
  return `${one.name.padEnd(34)}${cell(rawChars)}${cell(chars)}${saved}${cell(one.rtk)}${cell(one.rtkLost)}${cell(one.goal)}  ${filter ?? '-'}${beaten}${missed}${note}`;
}

const wanted = process.argv.slice(2);
for (const set of CASE_SETS) {
  const isWanted = ({ name, filter }: CorpusCase) => wanted.includes(name) || wanted.includes(filter ?? '');
  const results = readCases(set)
    .filter((one) => wanted.length === 0 || isWanted(one))
    .map((one) => runCase(one));
  if (wanted.length > 0) {
    for (const { case: one, filter, text, problems } of results) {
      print(`${one.name}: ${one.command} (exit ${one.exitCode}, filter ${filter ?? 'none'})\n${text}\n`);
      for (const problem of problems) print(`problem: ${problem}`);
    }
    continue;
  }
  print(
    `${set.padEnd(34)}${'raw'.padStart(8)}${'ours'.padStart(8)}saved${'rtk'.padStart(8)}${'rtklost'.padStart(8)}${'goal'.padStart(8)}  filter`,
  );
  for (const result of results) print(row(result));
  const raw = results.reduce((sum, { rawChars }) => sum + rawChars, 0);
  const ours = results.reduce((sum, { chars }) => sum + chars, 0);
  const mean =
    results.reduce((sum, { rawChars, chars }) => sum + percent(rawChars - chars, rawChars), 0) / results.length;
  print(
    `${results.length} cases: ${percent(raw - ours, raw).toFixed(1)}% of all characters saved, ${mean.toFixed(1)}% as the mean over cases, ${results.filter(({ problems }) => problems.length > 0).length} with a problem\n`,
  );
}
