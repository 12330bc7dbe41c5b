/** Live events: one open connection that keeps the page's data fresh. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openLiveStream } from './live-stream.ts';

export interface ConnectedClient {
  readonly name: string;
  readonly tools: number;
}

export const CLIENT_KEY = ['client'] as const;

export function useLive(onPresent: (panel: { link: string; title: string }) => void): void {
  const queries = useQueryClient();
  useEffect(() => {
    let opened = false;
    return openLiveStream('/synapse/events', {
      events: {
        execution: () => refresh(queries, ['executions', 'me', 'stats', 'aliases', 'machines', 'secrets']),
        machine: () => refresh(queries, ['machines']),
        approval: () => refresh(queries, ['approvals', 'grants', 'execution', 'executions']),
        freeze: () => refresh(queries, ['freezes', 'approvals', 'execution', 'executions']),
        client: (client: ConnectedClient) => {
          queries.setQueryData(CLIENT_KEY, client);
          refresh(queries, ['tokens', 'me']);
        },
        present: onPresent,
      },
      // Whatever happened while the connection was lost is asked for again.
      onOpen: () => {
        if (opened) void queries.invalidateQueries();
        opened = true;
      },
    });
  }, [queries, onPresent]);
}

function refresh(queries: QueryClient, names: readonly string[]): void {
  for (const name of names) void queries.invalidateQueries({ queryKey: [name] });
}
