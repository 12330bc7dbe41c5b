/** Puts together what is remembered between conversations: projects, their items, the journal, and what is read across them. */
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Events } from '../events/events.ts';
import { createJournal } from '../journal/journal.ts';
import type { CallsToday } from '../limits/calls-today.ts';
import { createItems } from '../projects/items.ts';
import { createPanels } from '../projects/panels.ts';
import { createProjects } from '../projects/projects.ts';
import { createSettings } from '../projects/settings.ts';
import { createContexts } from './contexts.ts';
import { createSearch } from './search.ts';
import { createToday } from './today.ts';

export interface MemoryParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Events;
  readonly callsToday: CallsToday;
  readonly quotas: Parameters<typeof createToday>[4];
  /** Where people open the page. */
  readonly pageUrl: () => string;
}

export function createMemory(parts: MemoryParts) {
  const { database, clock, events, callsToday, quotas, pageUrl } = parts;
  const items = createItems(database, clock);
  const settings = createSettings(database);
  return {
    items,
    settings,
    projects: createProjects(database, clock),
    contexts: createContexts(database, items, settings.get),
    journal: createJournal(database, clock),
    search: createSearch(database),
    panels: createPanels(database, clock, events, pageUrl),
    today: createToday(database, clock, settings, callsToday, quotas),
  };
}
