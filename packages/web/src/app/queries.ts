/** What the page knows of the service, and how it goes stale. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { Problem } from '../api/problem.ts';
import { forgetSession } from '../api/session.ts';

export function createQueries(onSessionEnded: () => void): QueryClient {
  const onError = (error: Error): void => {
    if (!(error instanceof Problem) || error.code !== 'session_invalid') return;
    forgetSession();
    queries.clear();
    onSessionEnded();
  };
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // A refusal stays one however often it is asked again; a lost connection may come back.
        retry: (count, error) => error instanceof Problem && error.code === 'unreachable' && count < 2,
      },
    },
  });
  return queries;
}
