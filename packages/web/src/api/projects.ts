/** Projects and what they remember. */
import type { Context, Panel, Project, SearchResult, Today } from '@synapse/contract';
import { queryOptions } from '@tanstack/react-query';
import { at, call, withQuery } from './call.ts';
import { CREW } from './workspace.ts';

export type { Panel, Project, SearchResult };

export const ITEM_LISTS = ['roadmap', 'facets', 'knowledge', 'ideas', 'packs', 'services'] as const;
export type ItemList = (typeof ITEM_LISTS)[number];

/** The fields that all kinds have, and those that only some have. */
export interface Item {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  readonly version: number;
  readonly updated_at: string;
  readonly status?: string;
  readonly horizon?: string;
  readonly tags?: readonly string[];
  readonly source?: string;
  readonly item_ids?: readonly number[];
  readonly url?: string;
  readonly machine?: string;
}

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => call<{ projects: Project[] }>('GET', '/tda/projects', undefined, signal),
  select: ({ projects }) => projects,
});

export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id],
    queryFn: ({ signal }) => call<Project>('GET', at`/tda/projects/${id}`, undefined, signal),
  });

export const itemsQuery = (project: string, list: ItemList) =>
  queryOptions({
    queryKey: ['projects', project, list],
    queryFn: ({ signal }) =>
      call<Record<ItemList, Item[]>>('GET', at`/tda/projects/${project}/${list}`, undefined, signal),
    select: (answer) => answer[list],
  });

export const createProject = (name: string, description: string): Promise<Project> =>
  call('POST', '/tda/projects', { name, description });
export const changeProject = (id: string, change: Partial<Pick<Project, 'name' | 'description'>>): Promise<Project> =>
  call('PATCH', at`/tda/projects/${id}`, change);
export const deleteProject = (id: string): Promise<void> => call('DELETE', at`/tda/projects/${id}`);

export type ItemWish = Readonly<Record<string, unknown>>;
export const addItem = (project: string, list: ItemList, wish: ItemWish): Promise<Item> =>
  call('POST', at`/tda/projects/${project}/${list}`, wish);
export const changeItem = (project: string, list: ItemList, item: number, change: ItemWish): Promise<Item> =>
  call('PATCH', at`/tda/projects/${project}/${list}/${item}`, change);
export const deleteItem = (project: string, list: ItemList, item: number): Promise<void> =>
  call('DELETE', at`/tda/projects/${project}/${list}/${item}`);

export const promoteIdea = (project: string, item: number, version: number): Promise<unknown> =>
  call('POST', at`/tda/projects/${project}/ideas/${item}/promote`, { version });
export const closeService = (project: string, item: number, reason: string, version: number): Promise<unknown> =>
  call('POST', at`/tda/projects/${project}/services/${item}/close`, { reason, version });
export const packContext = (project: string, item: number): Promise<Context> =>
  call('GET', at`/tda/projects/${project}/packs/${item}/context`);

export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) =>
      call<{ results: SearchResult[] }>('GET', withQuery('/tda/search', { q, limit: 6 }), undefined, signal),
    select: ({ results }) => results,
    // It searches one's own projects.
    enabled: q.length >= 2 && CREW === null,
  });

/** Counted in the person's own time zone. */
export const todayQuery = queryOptions({
  queryKey: ['stats', 'today'],
  queryFn: ({ signal }) => call<Today>('GET', '/tda/today', undefined, signal),
});

export const panelsQuery = queryOptions({
  queryKey: ['panels'],
  queryFn: ({ signal }) => call<{ panels: Panel[] }>('GET', '/tda/panels', undefined, signal),
  select: ({ panels }) => panels,
});
