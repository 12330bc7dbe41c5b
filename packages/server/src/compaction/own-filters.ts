// A person's own filters: linear-time patterns (RE2), so that no pattern can hang the service, and no way to hide a failure.
import type { OwnFilter } from '@synapse/contract';
import { RE2JS } from 're2js';
import { applyRules, type LinePattern, type Rules } from './declarative.ts';
import { type FilterInput, head } from './filter.ts';

interface Compiled {
  readonly matchCommand: LinePattern;
  readonly rules: Rules;
}

/** RE2 unrolls `{n}`; beyond this size a pattern costs more per character than it can be worth. */
const LARGEST_PROGRAM = 2_000;
const MOST_FILTERS = 100;

const compiled = new WeakMap<OwnFilter, Compiled>();

function compilePattern(source: string): LinePattern {
  const pattern = RE2JS.compile(source);
  if (pattern.programSize() > LARGEST_PROGRAM) throw new Error('pattern too large');
  return {
    test: (text) => pattern.test(text),
    replace: (text, replacement) => pattern.matcher(text).replaceAll(replacement),
  };
}

function compileFilter(filter: OwnFilter): Compiled {
  const known = compiled.get(filter);
  if (known) return known;
  const fresh: Compiled = {
    matchCommand: compilePattern(filter.match_command),
    rules: {
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
    },
  };
  compiled.set(filter, fresh);
  return fresh;
}

/** What is wrong with a filter's patterns, or null: to be asked before one is stored. */
export function ownFilterProblem(filter: OwnFilter): string | null {
  try {
    compileFilter(filter);
    return null;
  } catch (problem) {
    return problem instanceof Error ? problem.message : 'pattern not understood';
  }
}

/** The first own filter that fits the command and leaves something; a broken one is passed over. */
export function applyOwnFilters(
  filters: readonly OwnFilter[],
  commandLine: string,
  input: FilterInput,
): { name: string; lines: readonly string[] } | null {
  for (const filter of filters.slice(0, MOST_FILTERS)) {
    input.tick();
    if (ownFilterProblem(filter) !== null) continue;
    const { matchCommand, rules } = compileFilter(filter);
    if (!matchCommand.test(head(commandLine))) continue;
    const lines = applyRules(rules, input);
    if (lines.some((line) => line !== '')) return { name: `own:${filter.name}`, lines };
  }
  return null;
}
