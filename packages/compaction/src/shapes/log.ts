// Application and access logs: folds similar lines with a count; what names a problem stays whole with its stack trace.
import { type FilterInput, head, type Shape } from '../filter.ts';
import { times } from '../marker.ts';
import { lineKinds } from '../net/line-keys.ts';
import { capLines } from '../stages/cap-lines.ts';
import type { Phrase } from './phrases/find-phrase.ts';
import { sayPhrasesOnce } from './phrases/say-phrases-once.ts';
import { sayBlocksOnce } from './say-blocks-once.ts';
import { sayDaysOnce } from './say-days-once.ts';
import { addVaried, sayVaried, startVaried, timeSpan, type Varied } from './what-varied.ts';

/** How a log entry begins: date and time, time, syslog, access log, klog, logfmt, a compose prefix, a JSON record. */
const ENTRY_START =
  /^(?:\d{1,9}:)?(?:\[?\d{4}[-/]\d\d[-/]\d\d[T ]|\[?\d\d:\d\d:\d\d|\[?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\[?\d\d?[ /-][A-Z][a-z]{2}[ /-]\d{4}|[IWEF]\d{4} \d\d:\d\d|(?:time|ts|level)=|\{(?=.{0,300}"(?:level|severity|lvl)":)|\[?(?:INFO|DEBUG|WARN|ERROR|TRACE|FATAL)\b|[\w.:-]{1,60} \S{1,60} \S{1,60} \[\d\d?\/|[\w.-]{1,60} {1,30}\| )/;

const ERROR =
  /error|fail|fatal|panic|exception|denied|critical|\bcrit\b|emerg|segfault|out of memory|\boom\b|" 5\d\d |"level":(?:50|60)\b| 5\d\d \d+m?s\b/i;
const WARNING = /warn|" 4\d\d |timeout|timed out|refused|exhausted|"level":40\b|retry|slow|unhealthy| 4\d\d \d+m?s\b/i;
const MOST_ALIKE_ERRORS = 2;
const MOST_ALIKE_WARNINGS = 2;
const FEWEST_LINES = 20;
const LEAST_SAVED = 0.05;
/** What a request or a message says is read in its line. What is longer is the name of a browser or the like. */
const LONGEST_READ = 32;
const SAYS_WHEN = /\d\d:\d\d/;
const isBoilerplate = ({ text, short }: Phrase): boolean =>
  text.length - short.length >= LONGEST_READ && !SAYS_WHEN.test(text);
/** Of a longer log only the last entry of each kind is compared with the first. */
const MOST_COMPARED = 3_000;

interface Kind {
  count: number;
  shown: number;
  readonly most: number;
  /** The last entry that was folded away. */
  last: string;
  /** Null in a log that is too long for it. */
  readonly varied: Varied | null;
  /** Where its first entry stands in the result, which gets the count. */
  readonly at: number;
}

/** JSON records: their level and status are words or numbers that must not be folded away. */
const LEVELS = /"(?:level|severity|status|statusCode)": ?"?\w{1,12}/g;

function kindWithLevels(line: string, kind: number): number | string {
  if (line.charCodeAt(0) !== 123) return kind;
  const levels = head(line).match(LEVELS);
  return levels === null ? kind : `${kind} ${levels.join()}`;
}

/** True when most of the lines looked at begin like log entries. */
export function looksLikeLog(lines: readonly string[]): boolean {
  if (lines.length < FEWEST_LINES) return false;
  const step = Math.max(1, Math.floor(lines.length / 100));
  let entries = 0;
  let looked = 0;
  for (let i = 0; i < lines.length; i += step) {
    const line = lines[i] as string;
    if (line === '') continue;
    looked++;
    if (ENTRY_START.test(head(line))) entries++;
  }
  return looked >= 10 && entries >= looked * 0.5;
}

/** Folds a log. Null when too few lines are similar. */
export function foldLog(lines: readonly string[], { cut, tick }: Pick<FilterInput, 'cut' | 'tick'>): string[] | null {
  const kinds = new Map<number | string, Kind>();
  /** Lines that belong to an entry above them. */
  const continued = new Set<number>();
  const result: string[] = [];
  const alike = lineKinds(lines).of;
  let firstEntry = '';
  let lastEntry = '';
  let folded = 0;
  let total = 0;
  let following = true;
  for (let i = 0; i < lines.length; i++) {
    if ((i & 1023) === 0) tick();
    const line = lines[i] as string;
    if (line === '') continue;
    total++;
    if (!ENTRY_START.test(line)) {
      // a stack trace or a second line belongs to the entry above it; one that names a problem, or says what no other
      // such line has said, stands for itself
      const key = alike[i] as number;
      if (!following && ERROR.test(head(line))) following = true;
      if (following || !continued.has(key)) result.push(line);
      else folded++;
      continued.add(key);
      continue;
    }
    if (firstEntry === '') firstEntry = line;
    lastEntry = line;
    const key = kindWithLevels(line, alike[i] as number);
    const kind = kinds.get(key);
    if (kind === undefined) {
      const start = head(line);
      const most = ERROR.test(start) ? MOST_ALIKE_ERRORS : WARNING.test(start) ? MOST_ALIKE_WARNINGS : 1;
      const varied = lines.length <= MOST_COMPARED ? startVaried(line, lines.length) : null;
      kinds.set(key, { count: 1, shown: 1, most, at: result.length, last: '', varied });
      result.push(line);
      following = true;
      continue;
    }
    kind.count++;
    following = kind.shown < kind.most;
    if (following) {
      kind.shown++;
      result.push(line);
    } else {
      folded++;
      kind.last = line;
      if (kind.varied !== null) addVaried(kind.varied, line);
    }
  }
  if (folded < total * 0.1) return null;
  for (const { count, shown, at, last, varied } of kinds.values()) {
    if (count <= shown) continue;
    const first = result[at] as string;
    const changed = varied ?? startVaried(first, lines.length);
    changed.last = last;
    // those of its kind that are shown below it count for themselves
    result[at] = `${times(count - shown + 1)} ${first}${sayVaried(changed)}`;
  }
  const span = timeSpan(firstEntry, lastEntry);
  const once = sayPhrasesOnce(sayBlocksOnce(sayDaysOnce(result, lines) ?? result), isBoilerplate);
  return [...capLines(once, cut), cut(folded, `of ${total} lines${span}, alike those marked ×,`)];
}

export const logShape: Shape = {
  name: 'log',
  apply: (input) => (looksLikeLog(input.lines) ? foldLog(input.lines, input) : null),
};

/** A log in which no two lines are alike still says its day in each of them. */
export const logDaysShape: Shape = {
  name: 'log-days',
  apply: ({ lines }) => {
    const chars = (some: readonly string[]) => some.reduce((sum, { length }) => sum + length + 1, 0);
    const result = looksLikeLog(lines) ? sayDaysOnce(lines) : null;
    return result !== null && chars(result) < chars(lines) * (1 - LEAST_SAVED) ? result : null;
  },
};
