/** The journal of projects. */
import type { JournalEntry, JournalPage } from '@synapse/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call, withQuery } from './call.ts';

export type { JournalEntry };

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
