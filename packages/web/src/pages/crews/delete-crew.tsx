/** Deletes a crew, once its slug has been typed. */
import { Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type Crew, deleteCrew } from '../../api/crews.ts';
import { useText } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';

export function DeleteCrew({ crew, onClose }: { readonly crew: Crew; readonly onClose: () => void }) {
  const { crews: text } = useText();
  const deleting = useMutation({
    mutationFn: (confirm: string) => deleteCrew(crew.slug, confirm),
    onSuccess: () => location.assign('/'),
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={text.deleteOf(crew.name)}
      sending={deleting}
      onSubmit={(form) => deleting.mutate(String(form.get('confirm')))}
      submit={text.delete}
      autoComplete="off"
      danger
    >
      <Text size="sm">{text.deleteWhy}</Text>
      <TextInput name="confirm" label={text.deleteConfirm(crew.slug)} required maxLength={64} data-autofocus />
    </FormDialog>
  );
}
