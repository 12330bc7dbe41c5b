/** What the page has fetched from the service, and when that is out of date. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isUnreachable, Problem } from '../api/problem.ts';
import { endSession } from '../api/session.ts';

export function createQueries(onSessionEnded: () => void): QueryClient {
  const onError = (error: Error): void => {
    if (!(error instanceof Problem) || error.code !== 'session_invalid') return;
    endSession();
    queries.clear();
    onSessionEnded();
  };
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // Asking again does not change a refusal. A lost connection may come back.
        retry: (count, error) => isUnreachable(error) && count < 2,
      },
    },
  });
  return queries;
}
