/** How the instance is doing, for administrators. */
import type { InstanceHealth } from '@synapse/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export type { InstanceHealth };

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => call<InstanceHealth>('GET', '/admin/health', undefined, signal),
  refetchInterval: 10_000,
});
