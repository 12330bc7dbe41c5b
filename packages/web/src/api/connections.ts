/** Clients that are connected by OAuth, and the question whether one may be. */
import type {
  ClientConnection,
  ConnectionChange,
  ConsentAnswer,
  ConsentQuestion,
  LocalIsolationState,
} from '@synapse/contract';
import { queryOptions } from '@tanstack/react-query';
import { at, call } from './call.ts';

export type { ClientConnection, ConsentQuestion };

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) => call<{ connections: ClientConnection[] }>('GET', '/tda/ai/connections', undefined, signal),
  select: ({ connections }) => connections,
});

export const narrowConnection = (id: string, change: ConnectionChange): Promise<ClientConnection> =>
  call('PATCH', at`/tda/ai/connections/${id}`, change);
export const revokeConnection = (id: string): Promise<void> => call('DELETE', at`/tda/ai/connections/${id}`);

/** Who asks can be answered once, so it is asked anew each time the page is opened. */
export const consentQuery = (uid: string) =>
  queryOptions({
    queryKey: ['consent', uid],
    queryFn: ({ signal }) => call<ConsentQuestion>('GET', at`/oauth/consent/${uid}/question`, undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Where the browser goes next: back to the client. */
export const answerConsent = (uid: string, answer: ConsentAnswer): Promise<{ continue_at: string }> =>
  call('POST', at`/oauth/consent/${uid}/answer`, answer);

/** What keeps commands on the service's own host away from it. */
export const localIsolationQuery = queryOptions({
  queryKey: ['local-isolation'],
  queryFn: ({ signal }) =>
    call<{ local_isolation: LocalIsolationState }>('GET', '/synapse/connection', undefined, signal),
  select: ({ local_isolation }) => local_isolation,
});

/** The address for clients that connect by OAuth; null: OAuth is off. */
export const oauthAddressQuery = queryOptions({
  queryKey: ['oauth-address'],
  queryFn: ({ signal }) => call<{ oauth: string | null }>('GET', '/synapse/connection', undefined, signal),
  select: ({ oauth }) => oauth,
});
