/** The journal of projects. */
import type { JournalEntry, Timeline } from '@synapse/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call, withQuery } from './call.ts';
import { inWorkspace } from './workspace.ts';

export type TimelineEntry = Timeline['entries'][number];

export interface JournalFilter {
  readonly project?: number | undefined;
  readonly q?: string | undefined;
}

const wish = ({ project, q }: JournalFilter) => ({ project_id: project, q });

export const journalQuery = (filter: JournalFilter) =>
  infiniteQueryOptions({
    queryKey: ['journal', filter],
    queryFn: ({ pageParam, signal }) =>
      call<Timeline>(
        'GET',
        withQuery('/tda/journal/timeline', { ...wish(filter), cursor: pageParam }),
        undefined,
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

export const journalExport = (filter: JournalFilter, format: 'md' | 'json'): string =>
  inWorkspace(withQuery('/tda/journal/export', { ...wish(filter), format }));

export const addEntry = (project_id: number, content: string): Promise<JournalEntry> =>
  call('POST', '/tda/journal', { project_id, content });
