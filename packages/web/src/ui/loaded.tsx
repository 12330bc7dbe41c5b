/** The state of a query: waiting, not offered here, refused, or its data. */
import { Button, Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isMissingApi } from '../api/problem.ts';
import { useText } from '../i18n/language.tsx';
import { NothingYet } from './nothing-yet.tsx';
import { ProblemNotice } from './problem-notice.tsx';

interface Props<T> {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
}

export function Loaded<T>({ query, children }: Props<T>) {
  const { ui } = useText();
  if (query.data !== undefined) return children(query.data);
  if (isMissingApi(query.error)) {
    return <NothingYet icon="close" title={ui.notOffered} description={ui.notOfferedWhy} />;
  }
  if (query.error !== null) {
    return (
      <>
        <ProblemNotice error={query.error} />
        <Button onClick={() => void query.refetch()}>{ui.retry}</Button>
      </>
    );
  }
  return (
    <Stack gap="sm" role="status" aria-label={ui.loading}>
      <Skeleton height={56} />
      <Skeleton height={56} />
      <Skeleton height={56} />
    </Stack>
  );
}
