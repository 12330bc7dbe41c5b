/** An entry written by hand. */
import { Button, Group, NativeSelect, Paper, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { addEntry } from '../../api/journal.ts';
import type { Project } from '../../api/projects.ts';
import { useText } from '../../i18n/language.tsx';
import { Form } from '../../ui/form.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

interface Props {
  readonly projects: readonly Project[];
  readonly project: number | undefined;
}

export function NewEntry({ projects, project }: Props) {
  const { journal: text } = useText();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const adding = useMutation({
    mutationFn: (fields: FormData) => addEntry(Number(fields.get('project')), String(fields.get('content'))),
    onSuccess: async () => {
      form.current?.reset();
      await queries.invalidateQueries({ queryKey: ['journal'] });
    },
  });
  return (
    <Paper withBorder p="md" mb="md">
      <Form ref={form} onSubmit={(typed) => adding.mutate(typed)}>
        <Textarea name="content" label={text.entry} autosize minRows={2} maxRows={10} maxLength={10_000} required />
        <Group mt="sm" align="flex-end">
          {project === undefined ? (
            <NativeSelect
              name="project"
              aria-label={text.project}
              data={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          ) : (
            <input type="hidden" name="project" value={project} />
          )}
          <Button type="submit" loading={adding.isPending}>
            {text.add}
          </Button>
        </Group>
      </Form>
      <ProblemNotice error={adding.error} />
    </Paper>
  );
}
