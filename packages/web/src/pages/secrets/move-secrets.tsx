/** Puts several secrets into a folder. Their values are not touched. */
import { Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeSecret, secretsQuery } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { FolderNames } from './secret-notes.tsx';

interface Props {
  readonly names: readonly string[];
  readonly folders: readonly string[];
  readonly onClose: () => void;
  readonly onMoved: () => void;
}

export function MoveSecrets({ names, folders, onClose, onMoved }: Props) {
  const { secrets: text } = useText();
  const queries = useQueryClient();
  const moving = useMutation({
    mutationFn: async (form: FormData) => {
      const folder = String(form.get('folder') ?? '').trim() || null;
      // One after the other: the first that is refused stops the rest, and the list shows how far it came.
      for (const name of names) await changeSecret(name, { folder });
    },
    onSuccess: () => {
      notifyDone(text.moved(names.length));
      onClose();
      onMoved();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: secretsQuery.queryKey }),
  });
  return (
    <FormDialog
      title={text.moveOf(names.length)}
      opened
      onClose={onClose}
      sending={moving}
      onSubmit={moving.mutate}
      submit={text.move}
    >
      <Text size="sm" c="dimmed" className="break mono">
        {names.join(', ')}
      </Text>
      <TextInput
        name="folder"
        label={text.folder}
        description={text.moveHint}
        placeholder={text.folderHint}
        maxLength={100}
        list="secret-folders"
        data-autofocus
      />
      <FolderNames folders={folders} />
    </FormDialog>
  );
}
