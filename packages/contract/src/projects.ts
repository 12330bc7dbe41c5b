/** Projects, what is shown of a day, panels and settings, as they cross the wire. */
import * as z from 'zod';
import { Timestamp } from './accounts.ts';
import { Identifier } from './identifier.ts';
import { JournalEntry } from './journal.ts';
import { PLAN_IDS } from './plans.ts';
import { elseSay } from './reasons.ts';
import { SCOPES } from './scopes.ts';
import { boundedText, freeName, IntegerId, titleLine } from './text.ts';

export const PROJECT_LIMITS = {
  projects: 200,
  nameChars: 100,
  descriptionChars: 5_000,
  panelChars: 20_000,
  panels: 50,
  contextTokens: { min: 200, max: 50_000, default: 4_000 },
  searchResults: { max: 50, default: 20 },
} as const;

/** Sent back with an update, it makes the update fail if somebody else has changed the item since it was read. */
export const Version = z.int().min(1);

export const Project = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Project = z.infer<typeof Project>;

const projectFields = {
  name: freeName(PROJECT_LIMITS.nameChars),
  description: boundedText(PROJECT_LIMITS.descriptionChars),
};
export const NewProject = z.strictObject({ ...projectFields, description: projectFields.description.default('') });
export type NewProject = z.infer<typeof NewProject>;
export const ProjectChange = z.strictObject(projectFields).partial().extend({ version: Version.optional() });
export type ProjectChange = z.infer<typeof ProjectChange>;

const { contextTokens } = PROJECT_LIMITS;
export const MaxTokens = z.int().min(contextTokens.min).max(contextTokens.max);

/** Markdown within a budget of tokens (characters / 4), and the ids of what did not fit. */
export const Context = z.object({
  text: z.string(),
  tokens: z.int(),
  included: z.array(z.int()),
  left_out: z.array(z.int()),
});
export type Context = z.infer<typeof Context>;

export const SEARCH_TYPES = ['project', 'facet', 'roadmap', 'knowledge', 'idea', 'pack', 'service', 'journal'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

export const SearchQuery = z.strictObject({
  q: boundedText(200, 1),
  project_id: IntegerId.optional(),
  limit: z.int().min(1).max(PROJECT_LIMITS.searchResults.max).default(PROJECT_LIMITS.searchResults.default),
});
export type SearchQuery = z.infer<typeof SearchQuery>;
export const SearchResult = z.object({
  type: z.enum(SEARCH_TYPES),
  id: z.int(),
  project_id: z.int(),
  title: z.string(),
  snippet: z.string(),
});
export type SearchResult = z.infer<typeof SearchResult>;
export const SearchAnswer = z.object({ results: z.array(SearchResult) });

export const VIEWS = ['today', 'projects', 'journal', 'machines', 'executions', 'aliases', 'secrets'] as const;
export const NewPanel = z
  .strictObject({
    title: titleLine(120),
    markdown: boundedText(PROJECT_LIMITS.panelChars, 1).optional(),
    view: z.enum(VIEWS).optional(),
    project_id: IntegerId.optional(),
  })
  .refine(({ markdown, view }) => (markdown === undefined) !== (view === undefined), {
    ...elseSay('markdown_or_view'),
    path: ['markdown'],
  });
export type NewPanel = z.infer<typeof NewPanel>;
export const Panel = z.object({
  id: z.int(),
  title: z.string(),
  markdown: z.string().nullable(),
  view: z.enum(VIEWS).nullable(),
  project_id: z.int().nullable(),
  link: Identifier,
  created_at: Timestamp,
});
export type Panel = z.infer<typeof Panel>;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const Settings = z.object({
  display_name: z.string(),
  /** What assistants read about the person, at the top of every project's context. */
  about: z.string(),
  /** The time zone in which the person's day begins and ends. */
  timezone: Identifier,
  language: z.enum(['fr', 'en']),
  /** How much of a project an assistant is given when it does not say. */
  context_tokens: z.int(),
});
export type Settings = z.infer<typeof Settings>;
export const SettingsChange = z
  .strictObject({
    display_name: boundedText(100),
    about: boundedText(2_000),
    timezone: z.string().max(64).refine(isTimeZone, elseSay('time_zone')),
    language: z.enum(['fr', 'en']),
    context_tokens: MaxTokens,
  })
  .partial();
export type SettingsChange = z.infer<typeof SettingsChange>;

export const Profile = Settings.extend({
  username: Identifier,
  plan: z.enum(PLAN_IDS),
  scopes: z.array(z.enum(SCOPES)),
  calls_today: z.int(),
  daily_quota: z.int(),
});

export const Today = z.object({
  date: Identifier,
  timezone: Identifier,
  journal: z.object({ count: z.int(), entries: z.array(JournalEntry) }),
  executions: z.object({ total: z.int(), succeeded: z.int(), failed: z.int(), refused: z.int(), running: z.int() }),
  failures: z.array(
    z.object({
      execution_id: Identifier,
      machine: Identifier,
      command_template: z.string(),
      status: Identifier,
      exit_code: z.int().nullable(),
      created_at: Timestamp,
    }),
  ),
  roadmap: z.array(z.object({ id: z.int(), project_id: z.int(), title: z.string(), status: Identifier })),
  quota: z.object({ calls_today: z.int(), daily_quota: z.int() }),
});
export type Today = z.infer<typeof Today>;
