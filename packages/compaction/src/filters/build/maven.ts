// Maven: findings, failing tests with the project's own frames, the verdict; downloads and plugin banners go.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';
import { trimFrames } from '../../stages/trim-frames.ts';

const NOISE =
  /^(?:\[INFO\](?: -{10,}.*| *| +T E S T S| Results:| --- \S+ .* ---| -+[<[].*| Scanning for projects\.\.\.| {3}from .*| Finished at: .*| Using auto detected provider .*| Nothing to compile.*| Copying \d+ .*| skip non existing resourceDirectory .*| Recompiling the module .*| Changes detected .*| Using '[\w-]+' encoding .*| Running \S+| Compiling \d+ source files? .*| Building jar: .*)|\[ERROR\] *|Download(?:ing|ed) from .*|Progress \(\d+\): .*|\[ERROR\] (?:-> \[Help 1\]|To see the full stack trace.*|Re-run Maven .*|For more information about the errors.*|\[Help 1\] .*|See dump files .*)|\[INFO\] Download(?:ing|ed).*)$/;
const PASSED_CLASS = /^\[INFO\] Tests run: \d+, Failures: 0, Errors: 0, Skipped: \d+, Time elapsed: .*$/;

function apply({ lines, cut }: FilterInput): readonly string[] | null {
  if (!lines.some((line) => /^\[(?:INFO|ERROR|WARNING)\]/.test(line))) return null;
  const seen = new Set<string>();
  let repeated = 0;
  const kept = lines.filter((line) => {
    const start = head(line);
    if (line === '' || NOISE.test(start) || PASSED_CLASS.test(start)) return false;
    // compiler findings are listed again under the goal that failed
    if (!/^\[(?:ERROR|WARNING)\] \S/.test(start)) return true;
    if (seen.has(line)) repeated++;
    const again = seen.has(line);
    seen.add(line);
    return !again;
  });
  const { lines: trimmed, dropped } = trimFrames(kept);
  const left = dropped + repeated;
  if (left > 0) trimmed.push(cut(left, 'library frames and repeated lines'));
  return trimmed;
}

export const maven: Filter = { name: 'maven', matches: ({ program }) => /^(?:mvn|mvnd)$/.test(program), apply };
