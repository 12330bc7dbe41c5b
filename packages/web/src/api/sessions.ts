/** The person's own sessions. */
import type { OwnSession } from '@synapse/contract';
import { queryOptions } from '@tanstack/react-query';
import { at, call } from './call.ts';

export type { OwnSession };

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call<{ sessions: OwnSession[] }>('GET', '/auth/sessions', undefined, signal),
  select: ({ sessions }) => sessions,
});

export const endSession = (id: string): Promise<void> => call('DELETE', at`/auth/sessions/${id}`);
export const endOtherSessions = (): Promise<void> => call('DELETE', '/auth/sessions?keep=current');
export const endAllSessions = (): Promise<void> => call('DELETE', '/auth/sessions');
