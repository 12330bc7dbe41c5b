// pytest: the verdict, and for each failure its place, the failing line, the reason and what it printed.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';
import { condenseFailure } from './pytest-failure.ts';

const RULER = /^={3,} (.*?) ={3,}$/;
const TITLE = /^_{3,} (.*?) _{3,}$/;
const VERDICT =
  /^(?:={3,} )?((?:\d+ (?:failed|passed|skipped|deselected|xfailed|xpassed|warnings?|errors?|rerun)(?:, )?)+|no tests (?:ran|collected).*)(?: in [\d.:]+m?s.*?)?(?: ={3,})?$/;
const HEADER =
  /^(?:platform \S+ -- |cachedir: |rootdir: |configfile: |testpaths: |plugins: |collecting |collected \d+ items?$|asyncio: mode=|created: \d+\/\d+ workers?|\d+ workers? \[\d+ items?\]|hypothesis profile|scheduling tests via|Using --randomly-seed)/;
const PROGRESS = /^(?:\S+\.py )?[.FEsxXR,]+(?:\s+\[\s*\d+%\])?$/;
/** `a.py::test PASSED [ 3%]`, `PASSED [ 3%]` after what a test printed, `[gw0] [ 3%] PASSED a.py::test`. */
const VERBOSE =
  /^\S.*::.* (?:PASSED|SKIPPED|XFAIL|FAILED|ERROR)(?:\s+[[(].*)?$|^(?:PASSED|SKIPPED|XFAIL|FAILED|ERROR)\s+\[\s*\d+%\]$|^\[gw\d+\] (?:\[\s*\d+%\] )?(?:PASSED|SKIPPED|XFAIL|FAILED|ERROR) \S/;
const WARNINGS_DOCS = /^-- Docs: https:\/\/docs\.pytest\.org/;
const SUMMARY = /^(FAILED|ERROR) (\S.*?)(?: - (.*))?$/;

interface Section {
  readonly title: string;
  readonly lines: string[];
}

function splitSections(lines: readonly string[]): Section[] {
  const sections: Section[] = [{ title: '', lines: [] }];
  for (const line of lines) {
    const ruler = RULER.exec(head(line));
    if (ruler !== null && !VERDICT.test(line)) sections.push({ title: ruler[1] as string, lines: [] });
    else sections[sections.length - 1]?.lines.push(line);
  }
  return sections;
}

/** Title and lines of each failure in `FAILURES` or `ERRORS`. */
function splitFailures(lines: readonly string[]): Section[] {
  const failures: Section[] = [{ title: '', lines: [] }];
  for (const line of lines) {
    const title = TITLE.exec(head(line));
    if (title !== null) failures.push({ title: title[1] as string, lines: [] });
    else failures[failures.length - 1]?.lines.push(line);
  }
  return failures;
}

function apply({ lines, cut, tick }: FilterInput): readonly string[] | null {
  const verdict = lines.findLast((line) => VERDICT.test(head(line)));
  if (verdict === undefined || lines.some((line) => line.startsWith('INTERNALERROR>'))) return null;
  const sections = splitSections(lines);
  const summary = sections.find(({ title }) => title === 'short test summary info')?.lines ?? [];
  const named = new Map<string, string>();
  for (const line of summary) {
    const id = SUMMARY.exec(head(line))?.[2];
    if (id !== undefined) named.set(id.slice(id.indexOf('::') + 2).replaceAll('::', '.'), id);
  }

  const result: string[] = [];
  const shown = new Set<string>();
  let dropped = 0;
  for (const { title, lines: inside } of sections) {
    tick();
    if (title === 'FAILURES' || title === 'ERRORS') {
      for (const failure of splitFailures(inside)) {
        if (failure.title !== '') {
          const id = named.get(failure.title) ?? failure.title;
          shown.add(id);
          const before = title === 'ERRORS' ? 'ERROR ' : 'FAILED ';
          result.push(id.startsWith(before) ? id : `${before}${id}`);
        }
        const condensed = condenseFailure(failure.lines.filter((line) => !VERDICT.test(head(line))));
        result.push(...condensed.lines);
        dropped += condensed.dropped;
      }
    } else if (title === 'short test summary info') {
      result.push(
        ...inside.filter((line) => !/^PASSED /.test(line) && !VERDICT.test(head(line)) && !repeats(line, shown)),
      );
    } else if (title === '' || title === 'test session starts') {
      const header = title === '' ? 0 : Math.max(0, inside.indexOf(''));
      result.push(
        ...inside.filter((line, i) => !isOpening(line) && (i >= header || /error|warning/i.test(head(line)))),
      );
    } else {
      if (!inside.every((line) => line === '')) result.push(`${title}:`);
      result.push(
        ...foldIds(inside.filter((line) => line !== '' && !WARNINGS_DOCS.test(line) && !VERDICT.test(head(line)))),
      );
    }
  }
  result.unshift(verdict.replace(/^=+ | =+$/g, ''));
  if (dropped > 0) result.push(cut(dropped, dropped === 1 ? 'line of source' : 'lines of source'));
  return result.filter((line) => line !== '');
}

/** Tests in which a warning was seen, one per line: the first, and how many more. */
function foldIds(lines: readonly string[]): string[] {
  const result: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    let end = i;
    while (end < lines.length && /^\S+::\S.*$/.test(head(lines[end] as string))) end++;
    result.push(end - i > 2 ? `${lines[i]} (and ${end - i - 1} more tests)` : (lines[i] as string));
    if (end - i > 2) i = end - 1;
  }
  return result;
}

function isOpening(line: string): boolean {
  const start = head(line);
  return (
    /^\S+::\S+$/.test(start) ||
    HEADER.test(start) ||
    PROGRESS.test(start) ||
    VERBOSE.test(start) ||
    VERDICT.test(start) ||
    line === ''
  );
}

/** A summary line whose failure is shown above, with its reason. */
function repeats(line: string, shown: ReadonlySet<string>): boolean {
  const match = SUMMARY.exec(head(line));
  if (match === null) return false;
  const id = match[2] as string;
  return shown.has(id) || (match[1] === 'ERROR' && shown.has(`ERROR collecting ${id}`));
}

export const pytest: Filter = {
  name: 'pytest',
  matches: ({ program }) => program === 'pytest',
  apply,
};
