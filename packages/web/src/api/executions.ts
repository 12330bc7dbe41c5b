/** Running commands, and looking at them. */
import type {
  AuditEntry,
  ExecResult,
  FoundLines,
  OutputOrder,
  OutputPage,
  SharedAuditPage,
  ShownEntry,
} from '@synapse/contract';
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { at, call, withQuery } from './call.ts';
import { inWorkspace } from './workspace.ts';

export type { AuditEntry, ExecResult, ShownEntry };
export type ListedEntry = SharedAuditPage['entries'][number];

export interface Order {
  readonly machine: string;
  readonly command: string;
  readonly container?: string;
  readonly cwd?: string;
  readonly timeout_seconds?: number;
  /** In a sandbox where it can only read. */
  readonly look?: boolean;
  /** A job: it outlives the call. */
  readonly detach?: boolean;
}

/** Answers at once; the output is followed as it comes. */
export const startExecution = ({ look, detach, ...order }: Order): Promise<ExecResult> =>
  call('POST', look === true ? '/synapse/look' : '/synapse/exec', {
    ...order,
    ...(detach === true ? { detach } : { wait_seconds: 0 }),
  });

const OPEN: ReadonlySet<string> = new Set(['running', 'pending']);

/** `language`: the reason why a command did not run is text. */
export const executionQuery = (id: string, language: string) =>
  queryOptions({
    queryKey: ['execution', id, 'result', language],
    queryFn: ({ signal }) => call<ExecResult>('GET', at`/synapse/executions/${id}`, undefined, signal),
    refetchInterval: ({ state }) => (OPEN.has(state.data?.status ?? '') ? 2000 : false),
  });

export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: ['execution', id, 'entry'],
    queryFn: ({ signal }) => call<ShownEntry>('GET', at`/synapse/executions/${id}/entry`, undefined, signal),
  });

export const cancelExecution = (id: string): Promise<ExecResult> => call('POST', at`/synapse/executions/${id}/cancel`);

export type Stream = 'stdout' | 'stderr';

export interface OutputWish {
  readonly stream: Stream;
  readonly offset?: number;
  readonly limit?: number;
  readonly grep?: string;
}

export const readOutput = (id: string, wish: OutputWish, signal?: AbortSignal): Promise<OutputPage> =>
  call('GET', withQuery(at`/synapse/executions/${id}/output`, { ...wish }), undefined, signal);

/** In which order both streams came; `running`: while it runs, that is the order of what is followed. */
export const outputOrderQuery = (id: string, running: boolean) =>
  queryOptions({
    queryKey: ['execution', id, 'order', running],
    queryFn: ({ signal }) => call<OutputOrder>('GET', at`/synapse/executions/${id}/output-order`, undefined, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** In all outputs that are kept, a part of them at a time. */
export const foundLinesQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['found-lines', q],
    queryFn: ({ pageParam, signal }) =>
      call<FoundLines>('GET', withQuery('/synapse/outputs/search', { q, cursor: pageParam }), undefined, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    enabled: q.length > 1,
  });

export type FoundLine = FoundLines['found'][number];

export const streamAddress = (id: string): string => inWorkspace(at`/synapse/executions/${id}/stream`);

export interface HistoryFilter {
  /** Words of the command, the machine, the alias. */
  readonly q?: string;
  readonly machine?: string;
  readonly success?: boolean;
  readonly status?: AuditEntry['status'];
  readonly source?: AuditEntry['source'];
  /** The hint of an AI token. */
  readonly token?: string;
  readonly alias?: string;
  readonly since?: string;
  readonly until?: string;
  /** Of all users, for administrators. */
  readonly all?: boolean;
  /** Of one user, for administrators. */
  readonly user_id?: string;
}

const PAGE = 100;

const page = (filter: HistoryFilter, cursor: string | null, signal: AbortSignal): Promise<SharedAuditPage> =>
  call('GET', withQuery('/synapse/executions', { ...filter, limit: PAGE, cursor }), undefined, signal);

/** The newest entries, kept fresh by the events. */
export const latestQuery = (filter: HistoryFilter = {}) =>
  queryOptions({
    queryKey: ['executions', filter],
    queryFn: ({ signal }) => page(filter, null, signal),
  });

/**
 * All pages read so far. An event does not read them again, however many there are: what is new comes with
 * `latestQuery`, and is added by `addLatest`.
 */
export const historyQuery = (filter: HistoryFilter) =>
  infiniteQueryOptions({
    queryKey: ['history', filter],
    queryFn: ({ pageParam, signal }) => page(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The entries of all pages fetched so far. */
export const entriesOf = ({ pages }: InfiniteData<SharedAuditPage>): ListedEntry[] =>
  pages.flatMap((each) => each.entries);

export const exportAddress = (filter: HistoryFilter, format: 'jsonl' | 'csv'): string =>
  inWorkspace(withQuery('/synapse/audit/export', { ...filter, format }));

export interface Verdict {
  /** `unknown`: nothing wrong was found, but nothing confirms the newest entries. */
  readonly state: 'intact' | 'damaged' | 'unknown';
  readonly entries: number;
  readonly findings: readonly { readonly execution_id: string | null; readonly problem: string }[];
  /** Only while a long log is still being verified. */
  readonly progress?: { readonly done: number; readonly of: number };
}

export const verdictQuery = queryOptions({
  queryKey: ['verdict'],
  queryFn: ({ signal }) => call<Verdict>('GET', '/synapse/audit/verify', undefined, signal),
  staleTime: 60_000,
  refetchInterval: ({ state }) => (state.data?.progress === undefined ? 60_000 : 2_000),
});
