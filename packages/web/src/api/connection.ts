/** How the service is reached, and what it offers to those who reach it so. */
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export interface Connection {
  readonly public_url: string | null;
  /** True when clients can sign in by themselves at `/mcp`. */
  readonly sign_in: boolean;
}

export const connectionQuery = queryOptions({
  queryKey: ['connection'],
  queryFn: ({ signal }) => call<Connection>('GET', '/synapse/connection', undefined, signal),
  staleTime: Number.POSITIVE_INFINITY,
});
