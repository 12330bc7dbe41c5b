// TAP (node --test into a pipe, tape, bats, prove): removes what is ok, keeps what is not ok with its explanation.
import type { Filter, FilterInput, Shape } from '../../filter.ts';
import { head } from '../../filter.ts';
import { trimFrames } from '../../stages/trim-frames.ts';

const POINT = /^\s*(not )?ok \d+\b/;
const NAME = /^# (?!Looks like|Failed|at )\S/;
const COUNT = /^# (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) +(\S+)$/;

export function condenseTap({ lines, cut }: FilterInput): readonly string[] | null {
  const plan = lines.find((line) => /^\s*1\.\.\d+/.test(line));
  const points = lines.filter((line) => POINT.test(head(line)));
  if (points.length === 0 || plan === undefined) return null;
  const kept: string[] = [];
  const totals: string[] = [];
  let passed = 0;
  let last = '';
  let frames = 0;
  let inPassed = false;
  for (const line of lines) {
    const start = head(line);
    const point = POINT.exec(start);
    const count = COUNT.exec(start);
    if (point !== null) {
      // a directive (`# SKIP`, `# TODO`) says why a test did not count
      inPassed = point[1] === undefined && !/ # (?:SKIP|TODO)/i.test(start);
      if (inPassed) passed++;
      if (inPassed) last = start.trim();
    } else if (/^\s*# Subtest: |^\s*\d+\.\.\d+$|^TAP version \d+$/.test(start)) {
      continue;
    } else if (!/^\s+\S/.test(line)) {
      inPassed = false;
    }
    if (/^\s{4,}.*\((?:node:|file:\S*\/node_modules\/)|^\s{4,}async Promise\.all /.test(start)) {
      if (!inPassed) frames++;
      continue;
    }
    if (count !== null) totals.push(`${count[1]} ${count[2]}`);
    else if (!inPassed && line !== '' && !/^\s+(?:---|\.\.\.|duration_ms: .*|type: '.*')$/.test(start)) kept.push(line);
  }
  // the name of a test of which nothing else is left
  const told = kept.filter((line, i) => !(NAME.test(line) && NAME.test(kept[i + 1] ?? '# end')));
  const { lines: trimmed, dropped } = trimFrames(told);
  if (totals.length > 0) trimmed.push(totals.join(', '));
  else
    trimmed.push(
      `${plan.trim()}: ${passed} ok${last === '' ? '' : ` (last: ${last})`}, ${points.length - passed} not ok or skipped`,
    );
  if (dropped + frames > 0) trimmed.push(cut(dropped + frames, 'library frames'));
  return trimmed;
}

export const tap: Filter = {
  name: 'tap',
  matches: ({ program }) => /^(?:tape|bats|tap|prove)$/.test(program),
  apply: condenseTap,
};

const FEWEST_POINTS = 8;

/**
 * A test file run by hand writes TAP too. It must be numbered from 1 on, so that text which merely says "ok 5" is not
 * taken for TAP.
 */
export const tapShape: Shape = {
  name: 'tap',
  apply: (input) => {
    const points = input.lines.filter((line) => POINT.test(head(line)));
    if (points.length < FEWEST_POINTS || !/^\s*(?:not )?ok 1\b/.test(points[0] as string)) return null;
    return condenseTap(input);
  },
};
