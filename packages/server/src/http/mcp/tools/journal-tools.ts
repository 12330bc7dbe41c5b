/** The journal. */
import { JournalEntry, JournalPage, JournalQuery, NewJournalEntry } from '@synapse/contract';
import type { Journal } from '../../../journal/journal.ts';
import { defineTool, type Tool } from '../tool.ts';
import { CHANGES, READS } from './annotations.ts';

export interface JournalToolServices {
  readonly journal: Journal;
}

export const journalReadTools = ({ journal }: JournalToolServices): Tool[] => [
  defineTool({
    name: 'list_journal',
    description: 'Journal entries (commits, notes), newest first. q: words that must occur. Page on with cursor.',
    scope: 'mcp:read',
    input: JournalQuery,
    output: JournalPage,
    annotations: READS,
    part: ({ entries }) => ({
      length: entries.length,
      first: (length) => ({ entries: entries.slice(0, length), next_cursor: String(entries[length - 1]!.id) }),
    }),
    handler: (query, { caller }) => journal.list(caller.workspaceId, query),
  }),
];

export const journalWriteTools = ({ journal }: JournalToolServices): Tool[] => [
  defineTool({
    name: 'add_journal_entry',
    description: 'Notes in a project’s journal what was done or decided (Markdown).',
    scope: 'mcp:write',
    input: NewJournalEntry,
    output: JournalEntry,
    annotations: CHANGES,
    handler: (entry, { caller }) => journal.add(caller.workspaceId, 'ai', entry),
  }),
];
