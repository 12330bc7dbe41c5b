/** What is frozen: of the person, or of the whole instance. */
import type { Freeze, NewFreeze } from '@synapse/contract';
import { queryOptions } from '@tanstack/react-query';
import { at, call } from './call.ts';

export type { Freeze };

export const freezesQuery = queryOptions({
  queryKey: ['freezes'],
  queryFn: ({ signal }) => call<{ freezes: Freeze[] }>('GET', '/synapse/freeze', undefined, signal),
  select: ({ freezes }) => freezes,
});

export const addFreeze = (wish: NewFreeze): Promise<Freeze> => call('POST', '/synapse/freeze', wish);
export const addInstanceFreeze = (wish: Pick<NewFreeze, 'reason'>): Promise<Freeze> =>
  call('POST', '/admin/freeze', wish);

export const liftFreeze = ({ id, scope }: Freeze): Promise<void> =>
  call('DELETE', scope === 'instance' ? at`/admin/freeze/${id}` : at`/synapse/freeze/${id}`);
