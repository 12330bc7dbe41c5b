/** Finds the lines of an output that contain a text. */
import { Button, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { readOutput } from '../../api/executions.ts';
import { useText } from '../../i18n/language.tsx';
import { OutputView } from '../../output/output-view.tsx';
import { useTextStore } from '../../output/use-text-store.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

export function OutputSearch({ id }: { readonly id: string }) {
  const { executions: text } = useText();
  const [wanted, setWanted] = useState('');
  const found = useQuery({
    queryKey: ['execution', id, 'grep', wanted],
    queryFn: ({ signal }) => readOutput(id, { stream: 'stdout', limit: 60_000, grep: wanted }, signal),
    enabled: wanted !== '',
  });
  const store = useTextStore(found.data?.text ?? '');
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setWanted(String(new FormData(event.currentTarget).get('grep')));
  };
  return (
    <>
      <search>
        <form onSubmit={onSubmit}>
          <Group align="flex-end">
            <TextInput name="grep" label={text.grep} maxLength={500} required />
            <Button type="submit" variant="default" loading={found.isFetching}>
              {text.search}
            </Button>
          </Group>
        </form>
      </search>
      <ProblemNotice error={found.error} />
      {found.data !== undefined && <OutputView store={store} label={text.matches(wanted)} height={200} />}
    </>
  );
}
