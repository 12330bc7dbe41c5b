// The eight stages of a filter that is data: replace, match the whole, drop or keep lines, cut lines, head and tail,
// cap, text when empty.
import type { FilterInput } from './filter.ts';
import { FAILURE_WORDS, head } from './filter.ts';

/** What a stage needs of a regular expression. Ours are JavaScript's; a person's own run in linear time. */
export interface LinePattern {
  readonly test: (text: string) => boolean;
  readonly replace: (text: string, replacement: string) => string;
}

export interface Rules {
  readonly replace?: ReadonlyArray<{ readonly pattern: LinePattern; readonly replacement: string }>;
  readonly matchOutput?: ReadonlyArray<{
    readonly pattern: LinePattern;
    readonly message: string;
    readonly unless?: LinePattern | undefined;
  }>;
  readonly drop?: readonly LinePattern[];
  readonly keep?: readonly LinePattern[];
  readonly cutLinesAt?: number | undefined;
  readonly headLines?: number | undefined;
  readonly tailLines?: number | undefined;
  readonly maxLines?: number | undefined;
  readonly whenEmpty?: string | undefined;
}

/** A whole output longer than this is not one message. */
const LONGEST_WHOLE = 50_000;

export function applyRules(rules: Rules, { lines, exitCode, cut, tick }: FilterInput): string[] {
  const failed = exitCode !== 0;
  const replaced = rules.replace?.length ? replaceLines(rules.replace, lines, tick) : lines;
  if (!failed) {
    const message = messageFor(rules, replaced, tick);
    if (message !== null) return [message];
  }
  let kept = chooseLines(rules, replaced, tick);
  if (rules.cutLinesAt !== undefined) {
    const at = rules.cutLinesAt;
    kept = kept.map((line) => (line.length > at + 24 ? `${line.slice(0, at)}… (+${line.length - at} chars)` : line));
  }
  if (rules.headLines !== undefined || rules.tailLines !== undefined) {
    kept = headAndTail(kept, rules.headLines ?? 0, rules.tailLines ?? 0, failed, cut);
  }
  if (rules.maxLines !== undefined && kept.length > rules.maxLines) {
    const first = Math.ceil(rules.maxLines / 3);
    kept = headAndTail(kept, first, rules.maxLines - first, failed, cut);
  }
  if (!failed && rules.whenEmpty !== undefined && kept.every((line) => line === '')) return [rules.whenEmpty];
  return kept;
}

function replaceLines(replace: NonNullable<Rules['replace']>, lines: readonly string[], tick: () => void): string[] {
  return lines.map((line) => {
    tick();
    if (line.length > head(line).length) return line;
    return replace.reduce((text, rule) => rule.pattern.replace(text, rule.replacement), line);
  });
}

function messageFor(rules: Rules, lines: readonly string[], tick: () => void): string | null {
  if (!rules.matchOutput?.length) return null;
  const whole = lines.join('\n');
  if (whole.length > LONGEST_WHOLE) return null;
  for (const { pattern, message, unless } of rules.matchOutput) {
    tick();
    if (pattern.test(whole) && !unless?.test(whole)) return message;
  }
  return null;
}

function chooseLines({ drop = [], keep = [] }: Rules, lines: readonly string[], tick: () => void): string[] {
  if (drop.length === 0 && keep.length === 0) return [...lines];
  return lines.filter((line) => {
    tick();
    const start = head(line);
    if (drop.some((pattern) => pattern.test(start))) return false;
    return keep.length === 0 || keep.some((pattern) => pattern.test(start));
  });
}

/** First and last lines around a marker. A failed command also keeps the lines in between that name the failure. */
function headAndTail(
  lines: readonly string[],
  first: number,
  last: number,
  failed: boolean,
  cut: FilterInput['cut'],
): string[] {
  if (lines.length <= first + last + 1) return [...lines];
  const middle = lines.slice(first, lines.length - last);
  const named = failed ? middle.filter((line) => FAILURE_WORDS.test(head(line))) : [];
  return [...lines.slice(0, first), ...named, cut(middle.length - named.length), ...lines.slice(lines.length - last)];
}
