/** A filter a person writes for their own commands: eight stages as data, in the order they are applied. */
import * as z from 'zod';
import { FORMS } from './forms.ts';
import { freeName } from './text.ts';

/**
 * Regular expressions that run in linear time (RE2): no back-references, no look-around. Compiling checks the syntax.
 */
const Pattern = z.string().min(1).max(300);
const Patterns = z.array(Pattern).max(30);
const Text = z.string().max(500);
const LineCount = z.int().min(1).max(10_000);

export const OwnFilterCase = z.strictObject({
  name: freeName(100),
  command: z.string().min(1).max(2_000).optional(),
  exit_code: z.int().min(0).max(255).default(0),
  stdout: z.string().max(20_000),
  expected: z.string().max(20_000),
});

export const OwnFilter = z.strictObject({
  name: z.string().regex(FORMS.filter),
  description: z.string().max(300).optional(),
  /** Matched against the command as it ran, with its alias expanded. */
  match_command: Pattern,
  /** 1. Removes colours and cursor moves. Always done; it is listed because it is the first stage. */
  strip_ansi: z.literal(true).default(true),
  /** 2. Line by line; `$1` stands for a group. */
  replace: z
    .array(z.strictObject({ pattern: Pattern, replacement: Text }))
    .max(20)
    .default([]),
  /** 3. Replaces the whole output by one message; never for a failed command. */
  match_output: z
    .array(z.strictObject({ pattern: Pattern, message: Text.min(1), unless: Pattern.optional() }))
    .max(10)
    .default([]),
  /** 4. Removes lines, or keeps only these. */
  strip_lines_matching: Patterns.default([]),
  keep_lines_matching: Patterns.default([]),
  /** 5. Cuts long lines, and says how much is missing. */
  truncate_lines_at: z.int().min(20).max(10_000).optional(),
  /** 6. Keeps only the first and last lines. */
  head_lines: LineCount.optional(),
  tail_lines: LineCount.optional(),
  /** 7. Keeps at most this many. */
  max_lines: LineCount.optional(),
  /** 8. What to say when nothing is left; never for a failed command. */
  on_empty: Text.optional(),
  cases: z.array(OwnFilterCase).max(20).default([]),
});

export type OwnFilter = z.infer<typeof OwnFilter>;
export type OwnFilterCase = z.infer<typeof OwnFilterCase>;
