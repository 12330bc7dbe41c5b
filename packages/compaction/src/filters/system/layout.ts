// Reports that no other filter knows better: squeezes padding between words, and states once what many lines in a row
// begin with.
import type { Command } from '../../command.ts';
import { type Filter, type FilterInput, head } from '../../filter.ts';
import { foldRepeats } from '../../stages/fold-repeats.ts';

const FEWEST_LINES = 6;
const SHORTEST_PREFIX = 8;
const LEAST_SAVED = 0.15;
const SAMPLE = 200;
/** Carets and rules point at columns: moving what is above them would make them wrong. */
const POINTS_UP = /^\s*[|│]?\s*(?:[\^~]+|-+\^|\^-+)(?:\s|$)/;

/** Reports and lists whose blanks are padding. */
const REPORTS =
  /^(?:sqlite3|readelf|objdump|nm|size|tar|npm|pnpm|ping|ping6|mtr|strace|perf|sar|mpstat|pidstat|dmidecode|lshw|smartctl|ethtool|mdadm|lvs|vgs|pvs|zpool|zfs|sysctl|getent|crontab|lua[\d.]*|perl|ssh|terraform|knip|depcheck|pip|gem|brew|snap|flatpak|nmcli|numactl|ipcs|jstat|gs)$/;

/** A file of the kernel (/proc, /sys) is a report too. */
const isReport = ({ program, args }: Command): boolean =>
  REPORTS.test(program) || (program === 'cat' && args.length > 0 && args.every((arg) => /^\/(?:proc|sys)\//.test(arg)));

function squeeze(lines: readonly string[]): readonly string[] {
  if (lines.some((line) => POINTS_UP.test(head(line)))) return lines;
  return lines.map((line) =>
    line.length > head(line).length ? line : line.replace(/(\S)(?:[ \t]{2,}|\t)(?=\S)/g, '$1 '),
  );
}

/** The common beginning of two lines, up to the end of a word. */
function sharedStart(one: string, other: string, most: number): number {
  let end = 0;
  const last = Math.min(one.length, other.length, most);
  while (end < last && one.charCodeAt(end) === other.charCodeAt(end)) end++;
  while (end > 0 && !/[\s/:(=,\]}>]/.test(one[end - 1] as string)) end--;
  return end;
}

/** Runs of lines with a long beginning in common: the beginning once, the rest of each line below. */
function sayStartsOnce(lines: readonly string[]): string[] {
  const result: string[] = [];
  let i = 0;
  while (i < lines.length) {
    const first = lines[i] as string;
    let end = i + 1;
    let length = 200;
    while (end < lines.length) {
      const shared = sharedStart(first, lines[end] as string, length);
      if (shared < SHORTEST_PREFIX) break;
      length = shared;
      end++;
    }
    // a short run, or one that shares only blanks; no line of it is looked at twice
    if (end - i < FEWEST_LINES || first.slice(0, length).trim().length < SHORTEST_PREFIX) {
      const next = end - i < FEWEST_LINES ? i + 1 : end;
      for (; i < next; i++) result.push(lines[i] as string);
      continue;
    }
    result.push(`${first.slice(0, length)}…`);
    for (; i < end; i++) result.push(` ${(lines[i] as string).slice(length)}`);
  }
  return result;
}

const sizeOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0);

function layOut(lines: readonly string[]): readonly string[] {
  const squeezed = foldRepeats(squeeze(lines));
  const once = sayStartsOnce(squeezed);
  return sizeOf(once) < sizeOf(squeezed) ? once : squeezed;
}

export const layout: Filter = {
  name: 'layout',
  matches: isReport,
  apply: ({ lines, tick }: FilterInput) => {
    if (lines.length < FEWEST_LINES) return null;
    // the beginning and the middle of a long text show whether the rest is worth it
    const middle = Math.floor(lines.length / 2);
    const sample = [...lines.slice(0, SAMPLE), ...lines.slice(middle, middle + SAMPLE)];
    if (lines.length > 4 * SAMPLE && sizeOf(layOut(sample)) > sizeOf(sample) * (1 - LEAST_SAVED)) return null;
    tick();
    const result = layOut(lines);
    return sizeOf(result) > sizeOf(lines) * (1 - LEAST_SAVED) ? null : result;
  },
};
