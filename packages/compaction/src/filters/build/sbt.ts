// sbt: loading and compiling lines and passing tests go, warnings, errors and failing tests stay.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';
import { trimFrames } from '../../stages/trim-frames.ts';

const NOISE =
  /^\[info\] (?:welcome to sbt|loading (?:settings|project|global)|set current project|resolving|compiling \d+|done compiling|Updating|Resolved|Fetching|Fetched|Run completed in|Total number of tests run|Suites: completed \d+, aborted 0|\*\*\* \d+ TESTS? FAILED \*\*\*|Passed: |Non-compiled module)/i;
const PASSED = /^\[info\]\s+[-+] .*$/;
const MARKED = /\*\*\* |!!! /;

function apply({ lines, cut }: FilterInput): readonly string[] | null {
  if (!lines.some((line) => /^\[(?:info|error|warn|success)\]/.test(line))) return null;
  const kept = lines.filter((line) => {
    const start = head(line);
    return line !== '' && !NOISE.test(start) && !(PASSED.test(start) && !MARKED.test(start));
  });
  const { lines: trimmed, dropped } = trimFrames(kept);
  if (dropped > 0) trimmed.push(cut(dropped, 'library frames'));
  return trimmed.map((line) => line.replace(/^\[info\] ?/, ''));
}

export const sbt: Filter = { name: 'sbt', matches: ({ program }) => /^(?:sbt|sbtn|mill)$/.test(program), apply };
