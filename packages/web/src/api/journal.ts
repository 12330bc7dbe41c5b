/** The journal of projects. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call, withQuery } from './call.ts';

export interface JournalEntry {
  readonly id: number;
  readonly content: string;
  readonly source: 'git-commit' | 'manual' | 'ai';
  readonly tags: readonly string[];
  readonly project_id: number;
  readonly created_at: string;
}

interface JournalPage {
  readonly entries: JournalEntry[];
  readonly next_cursor: string | null;
}

export const journalQuery = (project: number | undefined) =>
  infiniteQueryOptions({
    queryKey: ['journal', project],
    queryFn: ({ pageParam, signal }) =>
      call<JournalPage>(
        'GET',
        withQuery('/tda/journal', { project_id: project, cursor: pageParam }),
        undefined,
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

export const addEntry = (project_id: number, content: string): Promise<JournalEntry> =>
  call('POST', '/tda/journal', { project_id, content });
