// Signs that are repeated to fill a line: leaders, rulers and deep indents say the same when they are short.
import { head } from '../filter.ts';

/** Dots between a name and its value, and lines drawn with one sign. */
const FILLER = /([-=*_#~.─━═—+])\1{5,}/g;
const KEPT = 3;
/** More depths than this are no levels. */
const MOST_LEVELS = 12;
const LEAST_INDENT = 0.05;

export function shortenRulers(lines: readonly string[]): string[] {
  return lines.map((line) =>
    head(line).length < line.length ? line : line.replace(FILLER, (_, sign: string) => sign.repeat(KEPT)),
  );
}

const indentOf = (line: string): number => /^ */.exec(line)?.[0].length ?? 0;

/** One blank per level instead of two, four or eight. Numbers that are aligned to the right lose their padding alike. */
export function shortenIndents(lines: readonly string[]): readonly string[] {
  const depths = new Set<number>();
  let blanks = 0;
  let all = 0;
  for (const line of lines) {
    if (line === '') continue;
    if (line.charCodeAt(0) === 9) return lines;
    const depth = indentOf(line);
    depths.add(depth);
    blanks += depth;
    all += line.length;
    if (depths.size > MOST_LEVELS) return lines;
  }
  if (blanks < all * LEAST_INDENT) return lines;
  const levels = new Map([...depths].sort((one, other) => one - other).map((depth, level) => [depth, level]));
  return lines.map((line) => {
    const depth = indentOf(line);
    return ' '.repeat(Math.min(depth, levels.get(depth) ?? depth)) + line.slice(depth);
  });
}
