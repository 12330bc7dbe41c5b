/** The journal over REST. */
import { GitCommit, JOURNAL_LIMITS, JournalEntry, JournalPage, JournalQuery, NewJournalEntry } from '@synapse/contract';
import { z } from 'zod';
import { exportJournal } from '../../journal/export-journal.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Projects } from '../../projects/projects.ts';
import { Answer, endpoint } from '../endpoint.ts';
import { type RedactorOf, redactAnswer } from '../redact-answer.ts';
import { IdNumber } from './params.ts';

export interface JournalServices {
  readonly journal: Journal;
  readonly projects: Projects;
  readonly redactorOf: RedactorOf;
}

const { page } = JOURNAL_LIMITS;
const ListQuery = z.object({
  project_id: IdNumber.optional(),
  since: JournalQuery.shape.since,
  q: JournalQuery.shape.q,
  limit: z.coerce.number().int().min(1).max(page.max).default(page.default),
  cursor: JournalQuery.shape.cursor,
});

export const addCommit = ({ journal }: JournalServices) =>
  endpoint({
    summary:
      'Journal a Git commit; 200 with the entry that is there when it is known, or takes a rewritten one’s place.',
    access: 'journal',
    body: GitCommit,
    status: 201,
    otherStatus: 200,
    answer: JournalEntry,
    handle: async ({ body }, { session }) => {
      const { entry, created } = await journal.addCommit(session.user.id, body);
      return new Answer(created ? 201 : 200, entry);
    },
  });

export const addEntry = ({ journal }: JournalServices) =>
  endpoint({
    summary: 'Write into a project’s journal by hand.',
    access: 'user',
    body: NewJournalEntry,
    status: 201,
    answer: JournalEntry,
    handle: ({ body }, { session }) => journal.add(session.user.id, 'manual', body),
  });

export const listEntries = ({ journal }: JournalServices) =>
  endpoint({
    summary: 'The journal, newest first; of one project, since a time, or with certain words.',
    access: 'user',
    query: ListQuery,
    answer: JournalPage,
    handle: ({ query }, { session }) => journal.list(session.user.id, query),
  });

export const exportEntries = ({ journal, projects, redactorOf }: JournalServices) =>
  endpoint({
    summary: 'A project’s journal as Markdown, streamed.',
    access: 'user',
    query: z.object({ project_id: IdNumber }),
    answer: null,
    media: ['text/markdown'],
    handle: async ({ query }, { session: { user }, reply }) => {
      const project = await projects.get(user.id, query.project_id);
      reply
        .header('content-type', 'text/markdown; charset=utf-8')
        .header('content-disposition', `attachment; filename="journal-${project.id}.md"`);
      const list: Journal['list'] = async (userId, query) =>
        redactAnswer(await journal.list(userId, query), userId, redactorOf);
      return reply.send(exportJournal({ list }, user.id, await redactAnswer(project, user.id, redactorOf)));
    },
  });
