// dotnet build and test: findings once (it prints them twice) and grouped, failing tests with the project's own frames.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';
import { trimFrames } from '../../stages/trim-frames.ts';
import { readPlaceLine } from '../linters/place-lines.ts';
import { readFindings } from '../linters/read-findings.ts';

const NOISE =
  /^\s*(?:Determining projects to restore\.\.\.|Restored .*|All projects are up-to-date for restore\.|MSBuild version .*|\S+ -> \S+\.dll|Passed \S.* \[.*\]|Starting test execution, please wait\.\.\.|A total of \d+ test files? matched .*|VSTest version .*|Microsoft \(R\) .*|Copyright \(C\) Microsoft .*|Test run for .*|\[xUnit\.net .*\]\s+(?:Discovering|Discovered|Starting|Finished): .*|Workload updates are available.*)$/;
const PROJECT = / \[([^[\]]+\.\w+proj(?:::TargetFramework=\S+)?)\]$/;

function apply({ lines, cut, tick }: FilterInput): readonly string[] | null {
  const seen = new Set<string>();
  const projects = new Set<string>();
  const kept = lines.filter((line) => {
    const start = head(line);
    if (line === '' || NOISE.test(start)) return false;
    const project = PROJECT.exec(start)?.[1];
    if (project === undefined) return true;
    projects.add(project);
    const again = seen.has(line.trim());
    seen.add(line.trim());
    return !again;
  });
  const { lines: trimmed, dropped } = trimFrames(kept);
  const found = readFindings(
    trimmed,
    { read: (line) => readPlaceLine(line.replace(PROJECT, '')), belongs: () => false },
    tick,
  );
  const result = found?.lines ?? trimmed;
  if (projects.size > 0) result.push(`in ${[...projects].join(', ')}`);
  if (dropped > 0) result.push(cut(dropped, 'library frames'));
  return result;
}

export const dotnet: Filter = {
  name: 'dotnet',
  matches: ({ program, sub }) =>
    /^(?:dotnet|msbuild)$/.test(program) && /^(?:|build|test|publish|restore|run|pack|clean|vstest)$/.test(sub),
  apply,
};
