/** Statistics of compaction and aliases as they cross the wire. */
import * as z from 'zod';
import { Identifier } from './identifier.ts';
import { Progress } from './progress.ts';

export const STATS_DAYS = { min: 1, max: 365, default: 30 } as const;

export const STATS_GROUPS = ['user', 'day'] as const;

export const StatsQuery = z.strictObject({
  group_by: z.enum(STATS_GROUPS).optional().describe('Adds `groups`: one per UTC day, or one per user.'),
  days: z
    .int()
    .min(STATS_DAYS.min)
    .max(STATS_DAYS.max)
    .default(STATS_DAYS.default)
    .describe('UTC days to look back over, today included.'),
  filter_user_id: z.string().min(1).max(64).optional().describe('Role admin only: the numbers of this user.'),
});
export type StatsQuery = z.infer<typeof StatsQuery>;

const UtcDate = z.iso.date();

export const StatsAnswer = z.object({
  period: z.object({ days: z.int(), from: UtcDate, to: UtcDate }),
  totals: z.object({ commands: z.int(), rtk_applied: z.int(), saved_tokens: z.int() }),
  /** Commands of which a filter had lost something, and the safety net put it back. */
  mended: z.int(),
  aliases: z.object({
    total_hits: z.int(),
    hot_code: Identifier.nullable(),
    top_codes: z.array(z.object({ code: Identifier, hits: z.int() })),
    tokens_saved_estimate: z.int(),
  }),
  combined: z.object({
    rtk_saved_tokens: z.int(),
    alias_total_hits: z.int(),
    alias_prompt_tokens_estimate: z.int(),
  }),
  groups: z.array(
    z.object({
      /** A UTC date, or a user's id. */
      key: Identifier,
      commands: z.int(),
      /** Of those: ended otherwise than with 0. */
      failures: z.int(),
      rtk_applied: z.int(),
      saved_tokens: z.int(),
      alias_hits: z.int(),
    }),
  ),
});
export type StatsAnswer = z.infer<typeof StatsAnswer>;

const saving = { runs: z.int(), saved_tokens: z.int() };

/** Who saved how much, largest savings first. */
export const StatsBreakdown = z.object({
  period: StatsAnswer.shape.period,
  /** The hint of a token, or where commands came from; with the bytes that they printed, and those that were answered. */
  clients: z.array(z.object({ client: z.string(), ...saving, printed_bytes: z.int(), returned_bytes: z.int() })),
  filters: z.array(z.object({ filter: Identifier, ...saving })),
  /** Codes in lower case. Savings are the characters not typed, four to a token. */
  aliases: z.array(z.object({ code: Identifier, ...saving })),
  /** Commands as they ran, with secrets unresolved. A long one is cut after BREAKDOWN_COMMAND_CHARS. */
  commands: z.array(z.object({ command: z.string(), ...saving })),
  machines: z.array(z.object({ machine: Identifier, ...saving })),
  /** The UTC days on which something ran, with the bytes that were printed, and those that were answered. */
  days: z.array(z.object({ day: UtcDate, printed_bytes: z.int(), returned_bytes: z.int() })),
  /** Only while a long log is still being counted: the figures so far. */
  progress: Progress.optional(),
});
export type StatsBreakdown = z.infer<typeof StatsBreakdown>;

export const BREAKDOWN_COMMAND_CHARS = 200;
