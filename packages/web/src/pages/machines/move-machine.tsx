/** Moves a machine to a crew, with the secrets that it needs there: they are named before anything moves. */
import { Code, Group, NativeSelect, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Crew } from '../../api/crews.ts';
import { moveMachine } from '../../api/machines.ts';
import { Problem } from '../../api/problem.ts';
import { addressIn } from '../../api/workspace.ts';
import { useText } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';

interface Props {
  readonly slug: string;
  readonly crews: readonly Crew[];
  readonly onClose: () => void;
}

export function MoveMachine({ slug, crews, onClose }: Props) {
  const { crews: text } = useText();
  const queries = useQueryClient();
  const [crew, setCrew] = useState(crews[0]?.slug ?? '');
  /** Those that the service has named, and the person has been shown. */
  const [secrets, setSecrets] = useState<readonly string[]>([]);
  const moving = useMutation({
    mutationFn: () => moveMachine(slug, { crew, ...(secrets.length === 0 ? {} : { secrets: [...secrets] }) }),
    onSuccess: () => location.assign(addressIn(crew, '/machines')),
    onError: (error) => setSecrets(needed(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['machines'] }),
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={text.moveOf(slug)}
      sending={{ isPending: moving.isPending, error: needed(moving.error).length > 0 ? null : moving.error }}
      onSubmit={() => moving.mutate()}
      submit={secrets.length === 0 ? text.move : text.moveAll}
    >
      <Text size="sm">{text.moveWhy}</Text>
      <NativeSelect
        label={text.crew}
        value={crew}
        onChange={(event) => {
          setCrew(event.currentTarget.value);
          setSecrets([]);
        }}
        data={crews.map((each) => ({ value: each.slug, label: each.name }))}
      />
      {secrets.length > 0 && (
        <div role="status">
          <Text size="sm" mb={6}>
            {text.moveSecrets}
          </Text>
          <Group gap={6}>
            {secrets.map((name) => (
              <Code key={name} className="secret-mark">
                {name}
              </Code>
            ))}
          </Group>
        </div>
      )}
    </FormDialog>
  );
}

const needed = (error: unknown): readonly string[] =>
  error instanceof Problem && error.code === 'secrets_needed' ? error.secrets : [];
