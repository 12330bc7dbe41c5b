/** A new project. */
import { Button, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { createProject, projectsQuery } from '../../api/projects.ts';
import { useText } from '../../i18n/language.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function NewProject({ opened, onClose }: Props) {
  const { projects: text, ui } = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const creating = useMutation({
    mutationFn: (form: FormData) => createProject(String(form.get('name')), String(form.get('description'))),
    onSuccess: async ({ id }) => {
      onClose();
      await queries.invalidateQueries(projectsQuery);
      await navigate({ to: '/projects/$id', params: { id: String(id) } });
    },
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    creating.mutate(new FormData(event.currentTarget));
  };
  return (
    <Modal opened={opened} onClose={onClose} title={text.add} closeButtonProps={{ 'aria-label': ui.close }}>
      <form onSubmit={onSubmit}>
        <Stack>
          <TextInput name="name" label={text.name} maxLength={100} required data-autofocus />
          <Textarea name="description" label={text.description} autosize minRows={3} maxLength={5000} />
          <ProblemNotice error={creating.error} />
          <Button type="submit" loading={creating.isPending}>
            {text.create}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
