/** Aliases and their suggestions. */
import type { Alias, SeedAnswer, Suggestion } from '@synapse/contract';
import { queryOptions } from '@tanstack/react-query';
import { at, call } from './call.ts';

export type { Alias, Suggestion };

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

export const putAlias = (code: string, command: string): Promise<Alias> =>
  call('PUT', at`/synapse/aliases/${code}`, { command });
export const renameAlias = (code: string, new_code: string): Promise<Alias> =>
  call('POST', at`/synapse/aliases/${code}/rename`, { new_code });
export const deleteAlias = (code: string): Promise<void> => call('DELETE', at`/synapse/aliases/${code}`);
export const seedAliases = (): Promise<SeedAnswer> => call('POST', '/synapse/aliases/seed');
export const mineAliases = (): Promise<{ suggestions: Suggestion[] }> => call('POST', '/synapse/aliases/mine', {});
export const acceptSuggestion = (id: string, code: string): Promise<Suggestion> =>
  call('POST', at`/synapse/alias-suggestions/${id}/accept`, { code });
export const rejectSuggestion = (id: string): Promise<Suggestion> =>
  call('POST', at`/synapse/alias-suggestions/${id}/reject`);
