/** A page that is about one list: its heading with its actions, then the list. */
import type { ReactNode } from 'react';
import { List, type ListProps } from './list.tsx';
import { PageHeader } from './page-header.tsx';

interface Props<T> extends ListProps<T> {
  readonly title: string;
  /** What the page is for, to those who ask. */
  readonly description: string;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  /** Between the heading and the list: filters, suggestions. */
  readonly above?: ReactNode;
}

export function ListPage<T>({ title, description, note, actions, above, ...list }: Props<T>) {
  return (
    <>
      <PageHeader title={title} help={description} note={note} actions={actions} />
      {above}
      <List {...list} />
    </>
  );
}
