/** The history as it is read: older pages on demand, new entries held back while somebody reads. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { entriesOf, type HistoryFilter, historyQuery, latestQuery } from '../../api/executions.ts';
import { addLatest, newEntries } from './add-latest.ts';

export function useHistory(filter: HistoryFilter, reading: boolean) {
  const queries = useQueryClient();
  const options = historyQuery(filter);
  const history = useInfiniteQuery({ ...options, select: entriesOf });
  const { data: latest } = useQuery(latestQuery(filter));
  const pages = queries.getQueryData(options.queryKey);
  const fresh = useMemo(
    () => (pages === undefined || latest === undefined ? 0 : newEntries(pages, latest).length),
    [pages, latest],
  );
  const key = JSON.stringify(options.queryKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is compared by what it says
  useEffect(() => {
    if (latest === undefined) return;
    queries.setQueryData(options.queryKey, (now) => (now === undefined ? now : addLatest(now, latest, !reading)));
  }, [queries, key, latest, reading, pages]);
  const showNew = (): void => {
    if (latest === undefined) return;
    queries.setQueryData(options.queryKey, (now) => (now === undefined ? now : addLatest(now, latest, true)));
  };
  return { history, fresh: reading ? fresh : 0, showNew };
}
