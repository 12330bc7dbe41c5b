/** The journal over REST. */

import {
  CreatedJournalToken,
  GitCommit,
  JOURNAL_LIMITS,
  JournalEntry,
  JournalPage,
  JournalQuery,
  JournalToken,
  NewJournalEntry,
  NewJournalToken,
  Project,
  Timeline,
} from '@synapse/contract';
import * as z from 'zod';
import { personalWorkspaceId } from '../../ids.ts';
import { exportJournal, type JournalFormat } from '../../journal/export-journal.ts';
import type { Journal } from '../../journal/journal.ts';
import type { JournalTokens } from '../../journal/journal-tokens.ts';
import type { Projects } from '../../projects/projects.ts';
import { Answer, endpoint } from '../endpoint.ts';
import { type RedactorOf, redactedFor } from '../redact-answer.ts';
import { IdNumber, IdParams } from './params.ts';

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
    handle: async ({ body }, { workspace }) => {
      const { entry, created } = await journal.addCommit(workspace.id, body);
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
    handle: ({ body }, { workspace }) => journal.add(workspace.id, 'manual', body),
  });

export const listEntries = ({ journal }: JournalServices) =>
  endpoint({
    summary: 'The journal, newest first; of one project, since a time, or with certain words.',
    access: 'user',
    query: ListQuery,
    answer: JournalPage,
    handle: ({ query }, { workspace }) => journal.list(workspace.id, query),
  });

export const getTimeline = ({ journal }: JournalServices) =>
  endpoint({
    summary: 'The journal in the order in which things happened, commits by their own time; newest first.',
    access: 'user',
    query: ListQuery.extend({
      cursor: z
        .string()
        .regex(/^\d{1,15}\.\d{1,15}$/)
        .optional(),
    }),
    answer: Timeline,
    handle: ({ query }, { workspace }) => journal.timeline(workspace.id, query),
  });

const TYPES: Readonly<Record<JournalFormat, string>> = {
  md: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

export const exportEntries = ({ journal, projects, redactorOf }: JournalServices) =>
  endpoint({
    summary: 'The journal as Markdown or JSON, streamed; of one project, or with certain words.',
    access: 'user',
    query: z.object({
      project_id: IdNumber.optional(),
      q: JournalQuery.shape.q,
      format: z.enum(['md', 'json']).default('md'),
    }),
    answer: null,
    media: ['text/markdown', 'application/json'],
    handle: async ({ query: { project_id, q, format } }, { session: { user }, workspace, reply }) => {
      const project = project_id === undefined ? null : await projects.get(workspace.id, project_id);
      const name = project === null ? 'journal' : `journal-${project.id}`;
      reply
        .header('content-type', TYPES[format])
        .header('content-disposition', `attachment; filename="${name}.${format}"`);
      const shownTo = redactedFor([workspace.id, personalWorkspaceId(user.id)], redactorOf);
      const timeline: Journal['timeline'] = async (workspaceId, query) =>
        shownTo(Timeline, await journal.timeline(workspaceId, query));
      const shown = project === null ? null : await shownTo(Project, project);
      return reply.send(exportJournal({ timeline }, workspace.id, { project: shown, q, format }));
    },
  });

/** Journal tokens over REST. */
export interface JournalTokenServices {
  readonly journalTokens: JournalTokens;
}

export const createJournalToken = ({ journalTokens }: JournalTokenServices) =>
  endpoint({
    summary: 'Generate a token that can journal Git commits and nothing else, shown here and never again.',
    access: 'user',
    body: NewJournalToken,
    status: 201,
    answer: CreatedJournalToken,
    handle: ({ body }, { session }) => journalTokens.create(session.user, body),
  });

export const listJournalTokens = ({ journalTokens }: JournalTokenServices) =>
  endpoint({
    summary: 'The user’s journal tokens, newest first, without the tokens themselves.',
    access: 'user',
    answer: z.object({ tokens: z.array(JournalToken) }),
    handle: async (_input, { session }) => ({ tokens: await journalTokens.list(session.user) }),
  });

export const revokeJournalToken = ({ journalTokens }: JournalTokenServices) =>
  endpoint({
    summary: 'Revoke a journal token.',
    access: 'user',
    params: IdParams,
    answer: null,
    handle: ({ params }, { session }) => journalTokens.revoke(session.user, params.id),
  });
