/** Live events: one open connection that keeps the page's data fresh. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { openLiveStream } from './live-stream.ts';
import { isUnreachable } from './problem.ts';
import { createRefresher } from './refresher.ts';

export interface ConnectedClient {
  readonly name: string;
  readonly tools: number;
}

export const CLIENT_KEY = ['client'] as const;
/**
 * No event is about these: pages of the history are read once, a look at a machine's files is a command, a question of
 * a client is asked once, and verifying the log takes a while.
 */
const UNTOLD: ReadonlySet<unknown> = new Set(['history', 'file', 'folder', 'consent', 'verdict']);
/** What a command changes, wherever it runs. */
const RUNS = ['executions', 'me', 'stats', 'tokens', 'connections', 'aliases', 'machines', 'secrets'];
/** A shorter cut is not worth a word. */
const LOST_MS = 1000;

/** True while the service cannot be reached. */
export function useLive(onPresent: (panel: { link: string; title: string }) => void): boolean {
  const queries = useQueryClient();
  const [lost, setLost] = useState(false);
  useEffect(() => {
    let opened = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresher = createRefresher(queries);
    // What could not be asked is asked, whatever it is.
    const refreshAll = (): void =>
      refresher.refresh(({ queryKey, state }) => !UNTOLD.has(queryKey[0]) || isUnreachable(state.error));
    const refresh = (...names: readonly string[]): void =>
      refresher.refresh(({ queryKey }) => names.some((name) => name === queryKey[0]));
    const close = openLiveStream('/synapse/events?changes', {
      events: {
        execution: () => refresh(...RUNS),
        machine: () => refresh('machines'),
        approval: () => refresh('approvals', 'grants', 'execution', 'executions'),
        freeze: () => refresh('freezes', 'approvals', 'execution', 'executions', 'explanation'),
        client: (client: ConnectedClient) => {
          queries.setQueryData(CLIENT_KEY, client);
          refresh('tokens', 'connections', 'me');
        },
        changed: refreshAll,
        present: onPresent,
      },
      // Whatever happened while the connection was lost is asked for again.
      onOpen: () => {
        clearTimeout(timer);
        timer = undefined;
        setLost(false);
        if (opened) refreshAll();
        // What may have come after the page was fetched and before this: it must not be missed.
        else refresh('freezes', 'approvals');
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
      refresher.close();
      close();
    };
  }, [queries, onPresent]);
  return lost;
}
