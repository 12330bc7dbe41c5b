// `go test`: failures, panics with the project's own frames, and a verdict per package.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';

const PASSING = /^\s*(?:=== (?:RUN|PAUSE|CONT|NAME)\b|--- PASS: )/;
const PACKAGE = /^(?:ok|\?|FAIL|---)\s+\t?\S+/;
const NO_TESTS = /^\?\s+(\S+)\s+\[no test files\]$/;
const OK = /^ok\s+(\S+)\s+(?:\d[\d.]*s|\(cached\))(.*)$/;
const FOREIGN_CALL = /^(?:testing\.|runtime\.|panic\(|created by testing\.|reflect\.|net\/http\.|internal\/)/;

const RUNTIME_PLACE = /^ {6}(?:\/\S*\/go(?:-[\d.]+)?\/src\/|_testmain\.go:)/;
const FEW_PACKAGES = 2;

interface Counts {
  ok: number;
  untested: number;
  frames: number;
}

function apply({ lines, cut, exitCode }: FilterInput): readonly string[] | null {
  if (!lines.some((line) => PACKAGE.test(head(line)) || PASSING.test(head(line)) || /^(?:PASS|FAIL)$/.test(line)))
    return null;
  const counts: Counts = { ok: 0, untested: 0, frames: 0 };
  const passes = lines.filter((line) => /^--- PASS: /.test(line)).length;
  const kept: string[] = [];
  const named: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    const start = head(line);
    if (line === '' || PASSING.test(start) || line === 'FAIL' || (line === 'PASS' && i + 1 < lines.length)) continue;
    if (FOREIGN_CALL.test(start) && /^\t/.test(lines[i + 1] ?? '')) {
      counts.frames += 2;
      i++;
      continue;
    }
    // the same in a race detector's report, which indents
    if (/^ {2}\S.*\(\)$/.test(start) && RUNTIME_PLACE.test(head(lines[i + 1] ?? ''))) {
      counts.frames += 2;
      i++;
      continue;
    }
    // a panic that is passed on is printed again
    if (/^\tpanic: /.test(start) && kept.at(-1) === `${line.trim()} [recovered]`) continue;
    const ok = OK.exec(start);
    if (NO_TESTS.test(start)) counts.untested++;
    else if (ok !== null && !/coverage|no tests to run/.test(ok[2] ?? '')) {
      counts.ok++;
      named.push(ok[1] as string);
    } else if (/^\t\S+\.go:\d+/.test(start)) kept.push(line.replace(/ \+0x[0-9a-f]+$/, ''));
    else kept.push(line.replace(/^FAIL\t/, 'FAIL ').replace(/ \(0\.00s\)$/, ''));
  }
  const said: string[] = [];
  if (counts.ok > 0 && counts.ok <= FEW_PACKAGES) kept.push(...named.map((name) => `ok ${name}`));
  else if (counts.ok > 0) said.push(`${counts.ok} ${counts.ok === 1 ? 'package' : 'packages'} ok`);
  if (passes > 0) said.push(`${passes} tests passed`);
  if (counts.untested > 0) said.push(`${counts.untested} without test files`);
  if (said.length > 0) kept.push(said.join(', '));
  if (kept.length === 0 || (exitCode !== 0 && !lines.some((line) => /FAIL|panic|error/i.test(head(line))))) return null;
  if (counts.frames > 0) kept.push(cut(counts.frames, 'lines of runtime frames'));
  return kept;
}

export const goTest: Filter = {
  name: 'go-test',
  matches: ({ program, sub, args }) =>
    (program === 'go' && sub === 'test' && !args.includes('-json')) || program === 'gotest',
  apply,
};
