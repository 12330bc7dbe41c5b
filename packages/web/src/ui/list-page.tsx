/** A page that is about one list: its heading with its actions, then the list. */
import type { ReactNode } from 'react';
import { List, type ListProps } from './list.tsx';
import { PageHeader } from './page-header.tsx';

interface Props<T> extends ListProps<T> {
  readonly title: string;
  readonly description: string;
  readonly actions?: ReactNode;
  /** Between the heading and the list: filters, suggestions. */
  readonly above?: ReactNode;
}

export function ListPage<T>({ title, description, actions, above, ...list }: Props<T>) {
  return (
    <>
      <PageHeader title={title} description={description} actions={actions} />
      {above}
      <List {...list} />
    </>
  );
}
