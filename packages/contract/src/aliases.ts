/** Aliases and alias suggestions as they cross the wire. */
import * as z from 'zod';
import { Timestamp } from './accounts.ts';
import { EXECUTION_LIMITS } from './executions.ts';
import { Identifier } from './identifier.ts';
import { ContainerName, Cwd, Slug } from './machines.ts';
import { Progress } from './progress.ts';
import { elseSay } from './reasons.ts';

export const ALIAS_LIMITS = {
  commandChars: 8192,
  charsPerToken: 4,
  /** A shorter command is not worth a code. */
  suggestedCharsMin: 8,
  /** A longer one is a script: it belongs in a file. */
  suggestedCharsMax: 500,
  suggestions: 50,
  days: { min: 1, max: 365, default: 30 },
  minCount: { min: 1, max: 10_000, default: 3 },
} as const;

/** Checked against the rule for codes later, so that the refusal can say which rule was broken. */
export const AliasCode = z.string().min(1).max(64);

export const AliasCommand = z
  .string()
  .trim()
  .min(1)
  .max(ALIAS_LIMITS.commandChars)
  .refine((text) => !text.includes('\0'), elseSay('no_nul'))
  .refine((text) => text.isWellFormed(), elseSay('unicode'))
  .describe('POSIX sh command; at most one {} where arguments go (\\{} is a literal {}). Secrets as {{NAME}}.');

const { min, max } = EXECUTION_LIMITS.timeoutSeconds;

/** What an alias may carry besides its command: a call that says nothing of it gets it from there. */
export const ALIAS_CARRIES = {
  machine: Slug.optional(),
  container: ContainerName.optional(),
  cwd: Cwd.optional(),
  timeout_seconds: z.int().min(min).max(max).optional(),
};
export const AliasCarries = z.object(ALIAS_CARRIES);
export type AliasCarries = z.infer<typeof AliasCarries>;

export const Alias = z.object({
  code: Identifier,
  command: z.string(),
  machine: Identifier.optional(),
  container: Identifier.optional(),
  cwd: z.string().optional(),
  timeout_seconds: z.int().optional(),
  hit_count: z.int(),
  last_used_at: Timestamp.nullable(),
});
export type Alias = z.infer<typeof Alias>;

export const AliasList = z.object({ aliases: z.array(Alias) });
export const SeedAnswer = z.object({ installed: z.array(Identifier), skipped: z.array(Identifier) });
export type SeedAnswer = z.infer<typeof SeedAnswer>;

export const SUGGESTION_STATUSES = ['pending', 'accepted', 'rejected'] as const;
export const SuggestionStatus = z.enum(SUGGESTION_STATUSES);
export type SuggestionStatus = z.infer<typeof SuggestionStatus>;

export const Suggestion = z.object({
  id: Identifier,
  code: Identifier,
  command: z.string(),
  /** How often it was ordered, for one machine or for many at once. */
  count: z.int(),
  /** The characters that the alias would have saved in them. */
  chars_saved: z.int(),
  tokens_saved_estimate: z.int(),
  status: SuggestionStatus,
  created_at: Timestamp,
});
export type Suggestion = z.infer<typeof Suggestion>;
export const SuggestionList = z.object({ suggestions: z.array(Suggestion) });
/** With progress only while a long log is still being read: what is listed is what was found before. */
export const MinedSuggestions = SuggestionList.extend({ progress: Progress.optional() });
export type MinedSuggestions = z.infer<typeof MinedSuggestions>;

const { days, minCount } = ALIAS_LIMITS;

export const MineRequest = z.strictObject({
  days: z.int().min(days.min).max(days.max).default(days.default).describe('How far to look back.'),
  min_count: z
    .int()
    .min(minCount.min)
    .max(minCount.max)
    .default(minCount.default)
    .describe('How often a command must have run.'),
});
export type MineRequest = z.infer<typeof MineRequest>;
