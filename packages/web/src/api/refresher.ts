/**
 * Asks again for what an event says has changed. A question that is under way is let finish, and asked once more after
 * that: cancelled by each event, it would never be answered while many of them come.
 */
import type { Query, QueryClient } from '@tanstack/react-query';

export interface Refresher {
  /** What is in sight is asked again now, the rest when somebody looks at it. */
  refresh(concerns: (query: Query) => boolean): void;
  close(): void;
}

/** Between two questions about the same thing: changes that come one after the other are asked for once. */
const TOGETHER_MS = 150;

export function createRefresher(queries: QueryClient): Refresher {
  /** By question that is under way: whether it has to be asked once more. */
  const asked = new Map<string, boolean>();
  const timers = new Set<ReturnType<typeof setTimeout>>();

  const ask = (query: Query): void => {
    if (!query.isActive() || asked.has(query.queryHash)) return;
    // An answer that is under way may be older than the change.
    asked.set(query.queryHash, query.state.fetchStatus !== 'idle');
    const { queryKey } = query;
    void queries.refetchQueries({ queryKey, exact: true, type: 'active' }, { cancelRefetch: false }).finally(() => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        const again = asked.get(query.queryHash) === true;
        asked.delete(query.queryHash);
        if (again) ask(query);
      }, TOGETHER_MS);
      timers.add(timer);
    });
  };

  return {
    refresh: (concerns) => {
      void queries.invalidateQueries({ predicate: concerns, refetchType: 'none' });
      for (const query of queries.getQueryCache().findAll({ predicate: concerns, type: 'active' })) {
        if (asked.has(query.queryHash)) asked.set(query.queryHash, true);
        else ask(query);
      }
    },
    close: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
