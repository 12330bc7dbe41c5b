/** A new alias: three letters for a long command. */
import { Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { aliasesQuery, putAlias } from '../../api/aliases.ts';
import { useText } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/notify.tsx';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function NewAlias({ opened, onClose }: Props) {
  const { aliases: text } = useText();
  const queries = useQueryClient();
  const putting = useMutation({
    mutationFn: (form: FormData) => putAlias(String(form.get('code')), String(form.get('command'))),
    onSuccess: async ({ code }) => {
      await queries.invalidateQueries(aliasesQuery);
      onClose();
      notifyDone(text.created(code));
    },
  });
  return (
    <FormDialog
      title={text.add}
      opened={opened}
      onClose={onClose}
      sending={putting}
      onSubmit={putting.mutate}
      submit={text.add}
    >
      <TextInput
        name="code"
        label={text.code}
        description={text.codeHint}
        pattern="[A-Za-z]{3}"
        maxLength={3}
        required
        data-autofocus
      />
      <Textarea
        name="command"
        label={text.command}
        description={text.commandHint}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={8192}
        classNames={{ input: 'mono' }}
        spellCheck={false}
        required
      />
    </FormDialog>
  );
}
