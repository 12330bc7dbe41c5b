/** Aliases and their suggestions. */
import type { Alias, AliasCarries, SeedAnswer, Suggestion } from '@synapse/contract';
import { queryOptions } from '@tanstack/react-query';
import { at, call } from './call.ts';

export type { Alias, AliasCarries, Suggestion };

export const aliasesQuery = queryOptions({
  queryKey: ['aliases'],
  queryFn: ({ signal }) => call<{ aliases: Alias[] }>('GET', '/synapse/aliases', undefined, signal),
  select: ({ aliases }) => aliases,
});

export const suggestionsQuery = queryOptions({
  queryKey: ['aliases', 'suggestions'],
  queryFn: ({ signal }) =>
    call<{ suggestions: Suggestion[] }>('GET', '/synapse/alias-suggestions?status=pending', undefined, signal),
  select: ({ suggestions }) => suggestions,
});

export const putAlias = (code: string, command: string, carries: AliasCarries): Promise<Alias> =>
  call('PUT', at`/synapse/aliases/${code}`, { command, ...carries });
/** What it carries besides its command. */
export const carriesOf = ({ machine, container, cwd, timeout_seconds }: Alias): AliasCarries => ({
  machine,
  container,
  cwd,
  timeout_seconds,
});
export const renameAlias = (code: string, new_code: string): Promise<Alias> =>
  call('POST', at`/synapse/aliases/${code}/rename`, { new_code });
export const deleteAlias = (code: string): Promise<void> => call('DELETE', at`/synapse/aliases/${code}`);
export const seedAliases = (): Promise<SeedAnswer> => call('POST', '/synapse/aliases/seed');
interface Mined {
  readonly suggestions: Suggestion[];
  /** Only while a long log is still being read. */
  readonly progress?: { readonly done: number; readonly of: number };
}

/** Asks until the whole log is read: each call waits for a while. */
export async function mineAliases(): Promise<Mined> {
  for (;;) {
    const mined = await call<Mined>('POST', '/synapse/aliases/mine', {});
    if (mined.progress === undefined) return mined;
  }
}
export const acceptSuggestion = (id: string, code: string): Promise<Suggestion> =>
  call('POST', at`/synapse/alias-suggestions/${id}/accept`, { code });
export const rejectSuggestion = (id: string): Promise<Suggestion> =>
  call('POST', at`/synapse/alias-suggestions/${id}/reject`);
