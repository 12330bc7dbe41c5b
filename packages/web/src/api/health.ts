/** Whether the instance can serve. */
import { queryOptions } from '@tanstack/react-query';

export interface Health {
  readonly ready: boolean;
  readonly reason: string | null;
}

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: async ({ signal }): Promise<Health> => {
    const response = await fetch('/readyz', { signal }).catch(() => null);
    if (response === null) return { ready: false, reason: null };
    const { reason = null }: { reason?: string | null } = await response.json().catch(() => ({}));
    return { ready: response.ok, reason };
  },
  refetchInterval: 10_000,
});
