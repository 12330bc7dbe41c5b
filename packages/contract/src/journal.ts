/** The journal as it crosses the wire. */
import * as z from 'zod';
import { Timestamp } from './accounts.ts';
import { Identifier, ShownOnce } from './identifier.ts';
import { Moment } from './moment.ts';
import { elseSay } from './reasons.ts';
import { boundedText, freeName, IntegerId, Tags } from './text.ts';

export const JOURNAL_LIMITS = {
  messageChars: 500,
  refChars: 64,
  repoChars: 100,
  replaces: 50,
  contentChars: 10_000,
  /** How many may be active at a time: one for each place where a hook was installed. */
  tokens: 100,
  page: { max: 200, default: 50 },
} as const;

export const JOURNAL_SOURCES = ['git-commit', 'manual', 'ai'] as const;
export type JournalSource = (typeof JOURNAL_SOURCES)[number];

export const JournalEntry = z.object({
  id: z.int(),
  content: z.string(),
  source: z.enum(JOURNAL_SOURCES),
  tags: z.array(z.string()),
  project_id: z.int(),
  /** UTC, to the second, without zone. */
  created_at: Identifier,
});
export type JournalEntry = z.infer<typeof JournalEntry>;

/** A Git hash, or the id of a change in another system: one word. */
export const CommitRef = z
  .string()
  .min(1)
  .max(JOURNAL_LIMITS.refChars)
  .regex(/^[0-9A-Za-z][0-9A-Za-z._-]*$/);

const ISO = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?(?:Z|[+-](\d\d):?(\d\d)?)?$/i;

/** ISO 8601, with or without a zone, on a day that exists. */
export const CommitDate = z
  .string()
  .max(40)
  .refine(isDateTime, elseSay('date_time_with_zone'))
  .meta({ format: 'date-time' });

function isDateTime(text: string): boolean {
  const match = ISO.exec(text);
  if (match === null) return false;
  const [year, month, day, hour, minute, second = 0, zoneHour = 0, zoneMinute = 0] = match
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part))) as [number, number, number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  const dayExists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 100;
  return dayExists && hour < 24 && minute < 60 && second < 60 && zoneHour < 24 && zoneMinute < 60;
}

/** The body of `POST /tda/journal/git-commit`. */
export const GitCommit = z.strictObject({
  project_id: z.int(),
  message: boundedText(JOURNAL_LIMITS.messageChars, 1, z.string().trim()),
  commit_ref: CommitRef,
  commit_date: CommitDate,
  /** Without a name, the entry shows the commit alone. */
  repo: z.union([z.literal('').transform(() => undefined), freeName(JOURNAL_LIMITS.repoChars)]).optional(),
  /** Commits that this one was rewritten from (amend, rebase). Their entry becomes this one. */
  replaces: z.array(CommitRef).max(JOURNAL_LIMITS.replaces).default([]),
});
export type GitCommit = z.infer<typeof GitCommit>;

export const NewJournalEntry = z.strictObject({
  project_id: IntegerId,
  content: boundedText(JOURNAL_LIMITS.contentChars, 1).refine((text) => text.trim() !== '', elseSay('empty')),
  tags: Tags.default([]),
});
export type NewJournalEntry = z.infer<typeof NewJournalEntry>;

export const JournalQuery = z.strictObject({
  project_id: IntegerId.optional(),
  since: Moment.optional(),
  q: boundedText(200, 1).optional(),
  limit: z.int().min(1).max(JOURNAL_LIMITS.page.max).default(JOURNAL_LIMITS.page.default),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
});
export type JournalQuery = z.infer<typeof JournalQuery>;

export const JournalPage = z.object({ entries: z.array(JournalEntry), next_cursor: Identifier.nullable() });
export type JournalPage = z.infer<typeof JournalPage>;

/** The journal as a page tells it: each entry with when it happened, a commit's own time. */
export const Timeline = JournalPage.extend({ entries: z.array(JournalEntry.extend({ happened_at: Timestamp })) });
export type Timeline = z.infer<typeof Timeline>;

export const NewJournalToken = z.strictObject({ label: freeName(100).optional() });
export type NewJournalToken = z.infer<typeof NewJournalToken>;

export const JournalToken = z.object({
  id: Identifier,
  token_hint: Identifier,
  label: z.string().nullable(),
  status: z.enum(['active', 'revoked']),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
});
export type JournalToken = z.infer<typeof JournalToken>;

export const CreatedJournalToken = JournalToken.pick({
  id: true,
  token_hint: true,
  label: true,
  created_at: true,
}).extend({
  token: ShownOnce,
});
export type CreatedJournalToken = z.infer<typeof CreatedJournalToken>;
