/** A filter a person writes for their own commands: eight stages as data, in the order they are applied. */
import { z } from 'zod';

/** Linear-time regular expression syntax (RE2): no back-references, no look-around. Checked for syntax where it is compiled. */
const Pattern = z.string().min(1).max(300);
const Patterns = z.array(Pattern).max(30);
const Text = z.string().max(500);
const LineCount = z.int().min(1).max(10_000);

export const OwnFilterCase = z.strictObject({
  name: z.string().min(1).max(100),
  command: z.string().min(1).max(2_000).optional(),
  exit_code: z.int().min(0).max(255).default(0),
  stdout: z.string().max(20_000),
  expected: z.string().max(20_000),
});

export const OwnFilter = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/),
  description: z.string().max(300).optional(),
  /** Tried on the command as it ran, alias expanded. */
  match_command: Pattern,
  /** 1. Colours and cursor moves out: always done, and written down because it is the first stage. */
  strip_ansi: z.literal(true).default(true),
  /** 2. Per line; `$1` stands for a group. */
  replace: z
    .array(z.strictObject({ pattern: Pattern, replacement: Text }))
    .max(20)
    .default([]),
  /** 3. The whole output in one message; never on a failed command. */
  match_output: z
    .array(z.strictObject({ pattern: Pattern, message: Text.min(1), unless: Pattern.optional() }))
    .max(10)
    .default([]),
  /** 4. Lines out, or only these kept. */
  strip_lines_matching: Patterns.default([]),
  keep_lines_matching: Patterns.default([]),
  /** 5. Long lines cut, with the count of what is missing. */
  truncate_lines_at: z.int().min(20).max(10_000).optional(),
  /** 6. Only the first and last lines. */
  head_lines: LineCount.optional(),
  tail_lines: LineCount.optional(),
  /** 7. At most this many. */
  max_lines: LineCount.optional(),
  /** 8. What to say when nothing is left; never on a failed command. */
  on_empty: Text.optional(),
  cases: z.array(OwnFilterCase).max(20).default([]),
});

export type OwnFilter = z.infer<typeof OwnFilter>;
export type OwnFilterCase = z.infer<typeof OwnFilterCase>;
