// `node --test` in its spec layout: totals in one line, failures whole.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';
import { trimFrames } from '../../stages/trim-frames.ts';
import { condenseTap } from './tap.ts';

const TOTAL = /^ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) (\S+)$/;
const PASSED = /^\s*(?:✔|▶|﹣|◎)\s/;

/** What an error prints about itself beside its message: its kind, and how the values were compared. */
const ABOUT_ERROR = /^\s+(?:generatedMessage: (?:true|false)|code: 'ERR_ASSERTION'|operator: '\w+'|diff: '\w+'),?$/;
const VALUES = /^\s+(?:actual|expected): .*,$/;
const DIFF = /^\s+\+ actual - expected/;
const MARK = /^\s*(?:✔|✖|▶|﹣|◎|ℹ)\s/;
const PLACE = /^test at (\S+)$/;

function apply(input: FilterInput): readonly string[] | null {
  const { lines, cut } = input;
  const totals = lines.map((line) => TOTAL.exec(head(line))).filter((match) => match !== null);
  if (totals.length < 3) return condenseTap(input);
  const explained = lines.findIndex((line) => /^✖ failing tests:/.test(line));
  const again = new Set(explained < 0 ? [] : lines.slice(explained).map((line) => line.trim()));
  let inFailure = false;
  const kept = lines.filter((line, i) => {
    const start = head(line);
    if (MARK.test(start)) inFailure = start.trimStart().startsWith('✖');
    if (line === '' || TOTAL.test(start) || PASSED.test(start)) return false;
    // each failure is told where it happens, and once more in the list at the end
    return !(i < explained && inFailure && (/^\s*✖ /.test(start) || again.has(line.trim())));
  });
  const { lines: trimmed, dropped } = trimFrames(kept);
  const failures = sayErrorsOnce(trimmed);
  const said = totals.filter(([, name, count]) => count !== '0' || name === 'fail' || name === 'pass');
  failures.push(said.map(([, name, count]) => `${name} ${count}`).join(', '));
  if (dropped > 0) failures.push(cut(dropped, 'library frames'));
  return failures;
}

/** A diff shows both values. The place of a test stands behind its name. */
function sayErrorsOnce(lines: readonly string[]): string[] {
  const result: string[] = [];
  let compared = false;
  let about = false;
  let place = '';
  for (const line of lines) {
    const start = head(line);
    const at = PLACE.exec(start);
    if (at !== null) place = ` · ${at[1]}`;
    else if (/^\s*✖ /.test(start)) {
      result.push(`${line}${place}`);
      compared = false;
      about = false;
      place = '';
    } else if (ABOUT_ERROR.test(start)) about = true;
    else if (about && /^\s+\}$/.test(start)) about = false;
    else if (!(compared && VALUES.test(start))) {
      compared ||= DIFF.test(start);
      result.push(line);
    }
  }
  return result;
}

export const nodeTest: Filter = {
  name: 'node-test',
  matches: ({ program, args }) => (program === 'node' || program === 'tsx') && args.includes('--test'),
  apply,
};
