// What a report says about its own columns and labels, paragraph by paragraph: `calls   the number of times …`, or the
// label in a line of its own and the explanation below it. The first line of such a part stays, and every line with a
// number or a made-up name in it; so does the report.
import { FAILURE_WORDS, head } from '../filter.ts';

/** A name of one or two words, a gap, and words that say what it is. */
const ENTRY = /^[ \t]{0,12}(\S{1,16}(?: \S{1,12})?)(?:\t+ *| {2,}| (?=an? ))(\p{L}\S*(?: {1,2}\S+){2,})$/u;
/** A line of names only, each one a column. Most gaps between them are wide, unlike those in a sentence. */
const HEADER = /^[ \t]*[\p{L}%#][\w%/.#-]*(?:[ \t]+[\p{L}%#][\w%/.#-]*){3,}$/u;
/** `Bytes of payload......  102853`. */
const LABEL = /^[ \t]{0,8}(\p{L}[^.:=\t]{5,60}?) ?(?:\.{2,}|:|[ \t]{2,}|\t)[ \t]*[-+]?\d/u;
const FEWEST_ENTRIES = 5;
/** With prose between them, but nothing else. */
const FEWEST_TOGETHER = 4;
const MOST_LINES = 5_000;
const LONGEST_LINE = 200;
/** What has a number, a made-up name or a failure in it may be more than an explanation. */
const SAYS_MORE = /\d|[a-z][A-Z]|\w_\w|\/\w+\/|:\/\//;
const WORDS = /\p{L}{2,} \p{L}{2,}/u;
const SENTENCE_END = /\p{Ll}[.:]$/u;
/** A pair, a leader or wide columns. */
const CELLS = /[:=] |\.{2,}\s|\S {3,}\S/;

interface Paragraph {
  readonly lines: readonly string[];
  readonly start: number;
  readonly depth: number;
  readonly names: boolean;
}

/** The words of lines that head columns, and what stands before the numbers of a report. */
function namesOf(lines: readonly string[]): Set<string> {
  const names = new Set<string>();
  for (const line of lines) {
    if (line.length > LONGEST_LINE) continue;
    const label = LABEL.exec(line)?.[1];
    if (label?.includes(' ')) names.add(label);
    if (!HEADER.test(line)) continue;
    const gaps = line.trim().match(/[ \t]+/g) ?? [];
    const wide = gaps.filter((gap) => gap !== ' ').length;
    if (wide * 2 >= gaps.length) for (const word of line.trim().split(/[ \t]+/)) names.add(word);
  }
  return names;
}

/** A form feed parts pages, and paragraphs. */
const isEmpty = (line: string): boolean => line === '' || line === '\f';

function readParagraphs(lines: readonly string[], names: ReadonlySet<string>): Paragraph[] {
  const result: Paragraph[] = [];
  for (let start = 0; start < lines.length; ) {
    let end = start;
    while (end < lines.length && !isEmpty(lines[end] as string)) end++;
    const own = lines.slice(start, end);
    if (own.length > 0) {
      const depth = (own[0] as string).search(/\S/);
      result.push({ lines: own, start, depth, names: !hasNumbers(own) && nameSomething(own, names) });
    }
    start = end + 1;
  }
  return result;
}

/** Rows of a table, or a report. */
const hasNumbers = (own: readonly string[]): boolean =>
  own.filter((line) => /\d/.test(head(line))).length * 2 > own.length;

/** A name may take two lines: `ms/call` below `self`. */
function nameSomething(own: readonly string[], names: ReadonlySet<string>): boolean {
  if (own.length === 1 && names.has((own[0] as string).trim())) return true;
  return own.slice(0, 2).some((line) => {
    const name = line.length <= LONGEST_LINE ? ENTRY.exec(line)?.[1] : undefined;
    return name?.split(' ').some((word) => names.has(word)) ?? false;
  });
}

const isPlain = (line: string): boolean => !SAYS_MORE.test(head(line)) && !FAILURE_WORDS.test(head(line));

/** Words from end to end: no row of a table, and no heading, unless it heads prose that stands deeper. */
function isProse({ lines, depth }: Paragraph, next: Paragraph | undefined): boolean {
  const first = lines[0] as string;
  if (!WORDS.test(first) || lines.some((line) => line.length > LONGEST_LINE || CELLS.test(line.trim()))) return false;
  if (lines.length > 1 || SENTENCE_END.test(first)) return lines.some(isPlain);
  return isPlain(first) && next !== undefined && next.depth > depth && isProse(next, undefined);
}

/** How many lines were dropped, and the others. */
export function trimLegend(lines: readonly string[]): { readonly lines: readonly string[]; readonly dropped: number } {
  const unchanged = { lines, dropped: 0 };
  if (lines.length > MOST_LINES) return unchanged;
  const names = namesOf(lines);
  if (names.size === 0) return unchanged;
  const paragraphs = readParagraphs(lines, names);
  if (paragraphs.filter((one) => one.names).length < FEWEST_ENTRIES) return unchanged;
  const gone = new Uint8Array(lines.length);
  for (let i = 0; i < paragraphs.length; ) {
    let end = i;
    let entries = 0;
    for (let one = paragraphs[end]; one !== undefined; one = paragraphs[++end]) {
      if (!one.names && !isProse(one, paragraphs[end + 1])) break;
      if (one.names) entries++;
    }
    if (entries >= FEWEST_TOGETHER) markGone(paragraphs.slice(i, end), gone);
    i = Math.max(end, i + 1);
  }
  const dropped = lines.reduce((sum, line, i) => sum + (gone[i] && !isEmpty(line) ? 1 : 0), 0);
  return dropped === 0 ? unchanged : { lines: lines.filter((_, i) => !gone[i]), dropped };
}

function markGone(part: readonly Paragraph[], gone: Uint8Array): void {
  part.forEach(({ lines, start }, at) => {
    lines.forEach((line, i) => {
      if ((at > 0 || i > 0) && isPlain(line)) gone[start + i] = 1;
    });
    const next = part[at + 1];
    if (next !== undefined) gone.fill(1, start + lines.length, next.start);
  });
}
