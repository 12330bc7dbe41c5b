// Makes a filter out of data: which command, and the eight stages.
import type { Command } from './command.ts';
import { applyRules, type LinePattern, type Rules } from './declarative.ts';
import type { Filter } from './filter.ts';

export interface Declaration {
  readonly name: string;
  readonly matches: (command: Command) => boolean;
  readonly anyLines?: boolean;
  readonly isList?: boolean;
  /** Applied line by line; must not backtrack without bound. */
  readonly replace?: ReadonlyArray<readonly [RegExp, string]>;
  readonly matchOutput?: ReadonlyArray<{
    readonly pattern: RegExp;
    readonly message: string;
    readonly unless?: RegExp;
  }>;
  readonly drop?: readonly RegExp[];
  readonly keep?: readonly RegExp[];
  readonly cutLinesAt?: number;
  readonly headLines?: number;
  readonly tailLines?: number;
  readonly maxLines?: number;
  readonly whenEmpty?: string;
}

const pattern = (expression: RegExp): LinePattern => ({
  test: (text) => expression.test(text),
  replace: (text, replacement) => text.replace(expression, replacement),
});

export function declareFilter(declaration: Declaration): Filter {
  const {
    name,
    matches,
    anyLines = false,
    isList = false,
    replace = [],
    matchOutput = [],
    drop = [],
    keep = [],
    ...limits
  } = declaration;
  const rules: Rules = {
    ...limits,
    replace: replace.map(([expression, replacement]) => ({ pattern: pattern(expression), replacement })),
    matchOutput: matchOutput.map(({ pattern: whole, message, unless }) => ({
      pattern: pattern(whole),
      message,
      unless: unless === undefined ? undefined : pattern(unless),
    })),
    drop: drop.map(pattern),
    keep: keep.map(pattern),
  };
  return { name, matches, anyLines, isList, apply: (input) => applyRules(rules, input) };
}
