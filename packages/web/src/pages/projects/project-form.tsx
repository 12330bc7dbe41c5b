/** A new project, or a project's name and description. */
import { Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeProject, createProject, type Project } from '../../api/projects.ts';
import { useText } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useWhileOpen } from '../../ui/use-while-open.ts';

interface Props {
  /** The one to change; undefined for a new one. */
  readonly project?: Project;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onSaved?: (project: Project) => void;
}

export function ProjectForm({ project: now, opened, onClose, onSaved }: Props) {
  const { projects: text, ui } = useText();
  const queries = useQueryClient();
  // Whatever is added to a project makes it a new version; only this form's own fields count here.
  const begun = useWhileOpen(now, opened, (each) => JSON.stringify([each?.name, each?.description]));
  const project = begun.value;
  const saving = useMutation({
    mutationFn: (form: FormData) => {
      const [name, description] = [String(form.get('name')), String(form.get('description'))];
      if (project === undefined) return createProject(name, description);
      return changeProject(String(project.id), {
        ...(name === project.name ? {} : { name }),
        ...(description === project.description ? {} : { description }),
      });
    },
    onSuccess: async (saved) => {
      onClose();
      await queries.invalidateQueries({ queryKey: ['projects'] });
      onSaved?.(saved);
    },
  });
  return (
    <FormDialog
      title={project === undefined ? text.add : text.editOf(project.name)}
      opened={opened}
      onClose={onClose}
      sending={saving}
      onSubmit={saving.mutate}
      submit={project === undefined ? text.create : ui.save}
      begun={begun}
    >
      <TextInput name="name" label={text.name} defaultValue={project?.name} maxLength={100} required data-autofocus />
      <Textarea
        name="description"
        label={text.description}
        defaultValue={project?.description}
        autosize
        minRows={3}
        maxLength={5000}
      />
    </FormDialog>
  );
}
