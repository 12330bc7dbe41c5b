// Source that a compiler or linter quotes under a finding: the line it is about stays, the lines around it and the signs
// that point at a column which the finding names are removed.
import { head } from '../filter.ts';

const QUOTED = /^\s*(>)?\s*(\d{1,6}) ?[|│](.*)$/;
/** Without a bar: only where a finding stands right above that names one of these lines. */
const NUMBERED = /^()(\d{1,6})\t(.*)$/;
const MOST_NUMBERED = 7;
/** A number and what parts it from its line. */
const SHORTEST = 2;
const POINTER = /^\s*[|│:·]?\s*[\^~|│─┬-]*$/;
const POINTS = /[\^~─┬]|[:|│·]\s+[|│]/;
/** Words beside a pointer belong to the finding. */
const POINTER_WORDS = /^\s*[|│:·]\s*[`╰^~─-]+\s*([^\s`╰^~─|│-].*)$/;
const FRAME_END = /^\s*[`╰][-─]+$/;
const PLACE = /:(\d{1,6}):(\d{1,5})\b|\((\d{1,6}),(\d{1,5})\)|:(\d{1,6})\b|\blines? (\d{1,6})\b/g;
/** The finding stands so few lines above its source. */
const LINES_ABOVE = 4;
const MOST_QUOTED = 12;

interface Place {
  readonly row: string;
  readonly hasColumn: boolean;
}

/** How many lines were dropped, and the others. */
export function trimQuoted(lines: readonly string[]): { readonly lines: readonly string[]; readonly dropped: number } {
  const result: string[] = [];
  for (let i = 0; i < lines.length; ) {
    const one = lines[i] as string;
    if (one.length < SHORTEST || !QUOTED.test(head(one))) {
      const end = one.length < SHORTEST ? i + 1 : endOfNumbered(lines, i);
      if (end > i + 1) for (const line of ofFinding(lines.slice(i, end), placeAbove(result))) result.push(line);
      else result.push(one);
      i = end;
      continue;
    }
    let end = i + 1;
    while (end < lines.length && isOfFrame(lines[end] as string)) end++;
    while (lines[end - 1] === '') end--;
    result.push(...trimStretch(lines.slice(i, end), placeAbove(result)));
    i = end;
  }
  const dropped = lines.length - result.length;
  return dropped === 0 ? { lines, dropped } : { lines: result, dropped };
}

function endOfNumbered(lines: readonly string[], start: number): number {
  let end = start;
  while (end < lines.length && NUMBERED.test(head(lines[end] as string))) end++;
  return Math.max(end, start + 1);
}

/** Of a few numbered lines in a row, the one that the finding names. */
function ofFinding(lines: readonly string[], place: Place | null): readonly string[] {
  if (place === null || lines.length > MOST_NUMBERED || !isExcerpt(lines, place, NUMBERED)) return lines;
  return lines.filter((line) => NUMBERED.exec(head(line))?.[2] === place.row);
}

function isOfFrame(line: string): boolean {
  const start = head(line);
  if (line === '') return false;
  return QUOTED.test(start) || (POINTER.test(start) && POINTS.test(start)) || isBeside(start);
}

const isBeside = (line: string): boolean => POINTER_WORDS.test(line) || FRAME_END.test(line) || /^\s*[|│]$/.test(line);

function placeAbove(lines: readonly string[]): Place | null {
  let looked = 0;
  for (let i = lines.length - 1; i >= 0 && looked < LINES_ABOVE; i--) {
    const line = head(lines[i] as string);
    if (line === '') continue;
    looked++;
    const found = [...line.matchAll(PLACE)].at(-1);
    if (found === undefined) continue;
    return { row: found[1] ?? found[3] ?? found[5] ?? found[6] ?? '', hasColumn: (found[2] ?? found[4]) !== undefined };
  }
  return null;
}

/** Of a stretch of which nothing says which line it is about, all is kept. */
function trimStretch(lines: readonly string[], place: Place | null): readonly string[] {
  if (place === null || !isExcerpt(lines, place)) return lines;
  const isPointed = lines.map((line, i) => {
    const quoted = QUOTED.exec(head(line));
    if (quoted === null) return false;
    const next = head(lines[i + 1] ?? '');
    return quoted[1] === '>' || (POINTER.test(next) && POINTS.test(next));
  });
  if (!isPointed.includes(true)) return lines;
  return lines.flatMap((line, i) => {
    const start = head(line);
    if (isPointed[i]) return [place.hasColumn ? shortQuote(line) : line];
    if (QUOTED.test(start) || FRAME_END.test(start)) return [];
    const words = POINTER_WORDS.exec(start)?.[1];
    // a pointer says nothing that the finding has not said, unless it is the only one to name the column
    if (words !== undefined && place.hasColumn) return [`  ${words}`];
    return place.hasColumn || !POINTS.test(start) ? [] : [line];
  });
}

/** A few lines of a file in a row, with the line of the finding among them: no listing, and no table. */
function isExcerpt(lines: readonly string[], { row }: Place, form = QUOTED): boolean {
  const numbers = lines.flatMap((line) => form.exec(head(line))?.[2] ?? []);
  if (numbers.length > MOST_QUOTED || !numbers.includes(row)) return false;
  return numbers.every((number, i) => i === 0 || Number(number) === Number(numbers[i - 1]) + 1);
}

function shortQuote(line: string): string {
  const quoted = QUOTED.exec(head(line));
  if (quoted === null || head(line).length < line.length) return line;
  return ` ${quoted[2]}| ${(quoted[3] as string).trim()}`;
}
