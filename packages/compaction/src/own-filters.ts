// A person's own filters: linear-time patterns (RE2), so that no pattern can hang the service, and none can hide a
// failure.
import type { OwnFilter } from '@synapse/contract';
import { RE2JS } from 're2js';
import type { CompactRequest } from './compact.ts';
import { applyRules, type LinePattern, type Rules } from './declarative.ts';
import { type FilterInput, head } from './filter.ts';

/** RE2 unrolls `{n}`. Beyond this size a pattern costs more per character than it can be worth. */
const LARGEST_PROGRAM = 2_000;

/** Kept per filter, so that each pattern is compiled once. Most commands only need the patterns that match commands. */
const commandPatterns = new WeakMap<OwnFilter, LinePattern>();
const compiledRules = new WeakMap<OwnFilter, Rules>();

function compilePattern(source: string): LinePattern {
  const pattern = RE2JS.compile(source);
  if (pattern.programSize() > LARGEST_PROGRAM) throw new Error('pattern too large');
  return {
    test: (text) => pattern.test(text),
    replace: (text, replacement) => pattern.matcher(text).replaceAll(replacement),
  };
}

function once<T>(known: WeakMap<OwnFilter, T>, filter: OwnFilter, make: (filter: OwnFilter) => T): T {
  const before = known.get(filter);
  if (before !== undefined) return before;
  const made = make(filter);
  known.set(filter, made);
  return made;
}

const commandPatternOf = (filter: OwnFilter): LinePattern =>
  once(commandPatterns, filter, ({ match_command }) => compilePattern(match_command));

const rulesOf = (filter: OwnFilter): Rules => once(compiledRules, filter, compileRules);

function compileRules(filter: OwnFilter): Rules {
  return {
    replace: filter.replace.map(({ pattern, replacement }) => ({ pattern: compilePattern(pattern), replacement })),
    matchOutput: filter.match_output.map(({ pattern, message, unless }) => ({
      pattern: compilePattern(pattern),
      message,
      unless: unless === undefined ? undefined : compilePattern(unless),
    })),
    drop: filter.strip_lines_matching.map(compilePattern),
    keep: filter.keep_lines_matching.map(compilePattern),
    cutLinesAt: filter.truncate_lines_at,
    headLines: filter.head_lines,
    tailLines: filter.tail_lines,
    maxLines: filter.max_lines,
    whenEmpty: filter.on_empty,
  };
}

/** What is wrong with a filter's patterns, or null. Asked before a filter is stored. */
export function ownFilterProblem(filter: OwnFilter): string | null {
  try {
    commandPatternOf(filter);
    rulesOf(filter);
    return null;
  } catch (problem) {
    return problem instanceof Error ? problem.message : 'pattern not understood';
  }
}

/** The first own filter that fits the command and leaves something. A broken one is skipped. */
export function applyOwnFilters(filters: readonly OwnFilter[]): NonNullable<CompactRequest['ownFilters']> {
  return (commandLine, input) => {
    for (const filter of filters) {
      input.tick();
      const lines = applyOwn(filter, commandLine, input);
      if (lines?.some((line) => line !== '')) return { name: `own:${filter.name}`, lines };
    }
    return null;
  };
}

function applyOwn(filter: OwnFilter, commandLine: string, input: FilterInput): readonly string[] | null {
  let rules: Rules;
  try {
    if (!commandPatternOf(filter).test(head(commandLine))) return null;
    rules = rulesOf(filter);
  } catch {
    return null;
  }
  return applyRules(rules, input);
}
