// What every entry of a log says again: its day, and fields that never change (a host, a process, a level). Each is said
// once, above; the time stays with its entry. Of entries within one second, the first and the last say it whole.
import { FAILURE_WORDS, head } from '../filter.ts';

/** How an entry begins: a count, then what stands before the time. */
const ENTRY =
  /^(×\d+ )?(\[?(?:[A-Za-z]{1,9}=)?"?(?:\d{4}[-/]\d\d[-/]\d\d[T ]|\d\d?-[A-Z][a-z]{2}-\d{4} |[A-Z][a-z]{2} [ \d]\d (?=\d\d:)))\d\d:\d\d/;
const BARE_TIME = /^(?:×\d+ )?\d\d:\d\d/;
const LOOKED_AT = 60;
const MOST_LINES = 20_000;
const FEWEST_ENTRIES = 8;
/** A field among the first words may be the same in all entries. */
const MOST_FIELDS = 6;
const SHORTEST_FIELD = 3;
/** A level, a process, a pair: not a word of what is said. */
const FIELD = /^(?!(?:msg|message|event)=).*[=[\]:\d]|^[A-Z]+$/;
const SECOND = /^(\d\d:\d\d:\d\d)[.,]\d{3,9}/;
const PROBLEM = /warn|caution|notice/i;
/** On average so many entries have one second, or both are said. */
const ENTRIES_PER_SECOND = 6;
/** On average so many entries have one day. */
const ENTRIES_PER_DAY = 4;

/** Where the middle of an output was dropped: nobody knows what stood there. */
const NOT_KEPT = /^\.\.\. \d+ bytes left out: more than is kept/;

/**
 * Null where there is nothing to say once, or where a line has a time without a day already. `all`: the entries for which
 * a field is said, where `lines` stand for more of them.
 */
export function sayDaysOnce(lines: readonly string[], all: readonly string[] = lines): string[] | null {
  if (lines.length > MOST_LINES) return null;
  const entries = lines.map((line) => ENTRY.exec(line.slice(0, LOOKED_AT)));
  const count = entries.filter((entry) => entry !== null).length;
  if (count < FEWEST_ENTRIES || lines.some((line, i) => entries[i] === null && BARE_TIME.test(line))) return null;
  const rests = lines.map((line, i) => restOf(line, entries[i] ?? null));
  const fields = fieldsOf(all);
  const result: string[] = [];
  let day = '';
  let days = 0;
  lines.forEach((line, i) => {
    const [entry, rest] = [entries[i], rests[i]];
    if (entry === null || entry === undefined || rest === null || rest === undefined) {
      result.push(line);
      return;
    }
    const [, times = '', prefix = ''] = entry;
    if (prefix !== day) {
      day = prefix;
      const all =
        days++ === 0 && fields.size > 0 ? ` (in every entry: ${[...fields.values()].map(unclosed).join(' ')})` : '';
      result.push(`${day.replace(/[T [\]"]+$|^\[/g, '')}:${all}`);
    }
    result.push(times + rest.filter((_, at) => !fields.has(at)).join(' '));
  });
  sayShort(result);
  return days * ENTRIES_PER_DAY <= count ? result : null;
}

/** `+0000]`: the bracket was opened before the day. */
const unclosed = (field: string): string => (field.includes('[') ? field : field.replace(/\]$/, ''));

/** `.336641` after `20:05:57.336639`. What names a problem, and both ends of a second, have the whole time. */
function sayShort(lines: string[]): void {
  const seconds = lines.map((line) => SECOND.exec(line)?.[1]);
  const entries = seconds.filter((second) => second !== undefined).length;
  if (entries < new Set(seconds).size * ENTRIES_PER_SECOND) return;
  const last = new Map(seconds.map((second, i) => [second, i]));
  let before: string | undefined;
  seconds.forEach((second, i) => {
    if (second === undefined) return;
    const line = lines[i] as string;
    const whole =
      second !== before || last.get(second) === i || FAILURE_WORDS.test(head(line)) || PROBLEM.test(head(line));
    before = second;
    if (!whole) lines[i] = line.slice(second.length);
  });
}

/** What every single entry says. Nothing, if some were not seen. */
function fieldsOf(lines: readonly string[]): ReadonlyMap<number, string> {
  if (lines.length > MOST_LINES || lines.some((line) => NOT_KEPT.test(line))) return new Map();
  const rests = lines.map((line) => restOf(line, ENTRY.exec(line.slice(0, LOOKED_AT))));
  return sameFields(rests.filter((rest) => rest !== null));
}

/** The words of an entry, from its time on. */
function restOf(line: string, entry: RegExpExecArray | null): readonly string[] | null {
  if (entry === null) return null;
  const [, times = '', prefix = ''] = entry;
  return line.slice(times.length + prefix.length).split(' ');
}

/** The fields that are the same in all entries, by their place. */
function sameFields(entries: readonly (readonly string[])[]): Map<number, string> {
  const fields = new Map<number, string>();
  const first = entries[0] ?? [];
  for (let at = 1; at <= MOST_FIELDS && at < first.length - 1; at++) {
    const word = first[at] as string;
    const isHost = at === 1 && entries.every((words) => words[2]?.endsWith(':'));
    if (word.length < SHORTEST_FIELD || !(isHost || FIELD.test(word))) continue;
    if (entries.every((words) => words.length > at + 1 && words[at] === word)) fields.set(at, word);
  }
  return fields;
}
