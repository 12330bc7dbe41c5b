/** What happens now: one open connection that keeps the page's knowledge fresh. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

export interface ConnectedClient {
  readonly name: string;
  readonly tools: number;
}

export const CLIENT_KEY = ['client'] as const;

export function useLive(onPresent: (panel: { link: string; title: string }) => void): void {
  const queries = useQueryClient();
  useEffect(() => {
    const source = new EventSource('/synapse/events');
    const on = <T>(type: string, react: (data: T) => void): void =>
      source.addEventListener(type, (event) => react(JSON.parse((event as MessageEvent<string>).data)));
    on('execution', () => refresh(queries, ['executions', 'me', 'stats', 'aliases', 'machines', 'secrets']));
    on('machine', () => refresh(queries, ['machines']));
    on<ConnectedClient>('client', (client) => {
      queries.setQueryData(CLIENT_KEY, client);
      refresh(queries, ['tokens', 'me']);
    });
    on('present', onPresent);
    // Whatever happened while the connection was lost is asked for anew.
    let opened = false;
    source.addEventListener('open', () => {
      if (opened) void queries.invalidateQueries();
      opened = true;
    });
    return () => source.close();
  }, [queries, onPresent]);
}

function refresh(queries: QueryClient, names: readonly string[]): void {
  for (const name of names) void queries.invalidateQueries({ queryKey: [name] });
}
