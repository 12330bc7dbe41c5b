/** A list from a query: waiting, refused, empty with what to do next, or its items. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { Loaded } from './loaded.tsx';
import { NothingYet } from './nothing-yet.tsx';

export interface ListProps<T> {
  readonly query: UseQueryResult<readonly T[]>;
  readonly empty: ComponentProps<typeof NothingYet>;
  readonly children: (items: readonly T[]) => ReactNode;
}

export function List<T>({ query, empty, children }: ListProps<T>) {
  return <Loaded query={query}>{(items) => (items.length === 0 ? <NothingYet {...empty} /> : children(items))}</Loaded>;
}
