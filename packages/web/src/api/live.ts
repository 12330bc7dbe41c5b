/** Live events: one open connection that keeps the page's data fresh. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isHistory } from './executions.ts';
import { openLiveStream } from './live-stream.ts';

export interface ConnectedClient {
  readonly name: string;
  readonly tools: number;
}

export const CLIENT_KEY = ['client'] as const;
/** Changes that come one after the other are asked for once. */
const TOGETHER_MS = 150;
/** A shorter cut is not worth a word. */
const LOST_MS = 1000;

/** True while the service cannot be reached. */
export function useLive(onPresent: (panel: { link: string; title: string }) => void): boolean {
  const queries = useQueryClient();
  const [lost, setLost] = useState(false);
  useEffect(() => {
    let opened = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let changed: ReturnType<typeof setTimeout> | undefined;
    const refreshAll = (): void => void queries.invalidateQueries({ predicate: (query) => !isHistory(query) });
    const close = openLiveStream('/synapse/events?changes', {
      events: {
        execution: () => refresh(queries, ['executions', 'me', 'stats', 'aliases', 'machines', 'secrets']),
        machine: () => refresh(queries, ['machines']),
        approval: () => refresh(queries, ['approvals', 'grants', 'execution', 'executions']),
        freeze: () => refresh(queries, ['freezes', 'approvals', 'execution', 'executions']),
        client: (client: ConnectedClient) => {
          queries.setQueryData(CLIENT_KEY, client);
          refresh(queries, ['tokens', 'me']);
        },
        changed: () => {
          changed ??= setTimeout(() => {
            changed = undefined;
            refreshAll();
          }, TOGETHER_MS);
        },
        present: onPresent,
      },
      // Whatever happened while the connection was lost is asked for again.
      onOpen: () => {
        clearTimeout(timer);
        timer = undefined;
        setLost(false);
        if (opened) refreshAll();
        opened = true;
      },
      onLost: () => {
        // Also where it was never open: what the page shows may be older than the first connection that holds.
        opened = true;
        timer ??= setTimeout(() => setLost(true), LOST_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      clearTimeout(changed);
      close();
    };
  }, [queries, onPresent]);
  return lost;
}

function refresh(queries: QueryClient, names: readonly string[]): void {
  for (const name of names) void queries.invalidateQueries({ queryKey: [name] });
}
