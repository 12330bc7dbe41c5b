/** Stores a value under a name, or changes its notes. The value leaves the page's memory with the form. */
import { Alert, Group, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeSecret, putSecret, secretsQuery, type UsedSecret } from '../../api/secrets.ts';
import { useLanguage, useText } from '../../i18n/language.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { notifyDone, notifyWarning } from '../../ui/notify.tsx';
import { useWhileOpen } from '../../ui/use-while-open.ts';
import { GenerateValue } from './generate-value.tsx';
import { readNotes, SecretNotes } from './secret-notes.tsx';

/** A value shorter than this is hard to remove from an output without false alarms. */
const SHORT = 8;

interface Props {
  /** The secret that gets another value; null for a new one. */
  readonly secret: UsedSecret | null;
  readonly folders: readonly string[];
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function PutSecret({ secret, folders, opened, onClose }: Props) {
  const name = secret?.name ?? null;
  const { language, text: all } = useLanguage();
  const { secrets: text, ui } = all;
  const queries = useQueryClient();
  const [value, setValue] = useState('');
  const [generated, setGenerated] = useState(false);
  const close = (): void => {
    setValue('');
    setGenerated(false);
    onClose();
  };
  const putting = useMutation({
    mutationFn: (form: FormData) =>
      name === null ? putSecret(String(form.get('name')), value, readNotes(form)) : putSecret(name, value),
    onSuccess: async (answer) => {
      await queries.invalidateQueries({ queryKey: secretsQuery.queryKey });
      notifyDone(answer.created ? text.stored(answer.name) : text.replaced(answer.name));
      if (answer.warning !== undefined) notifyWarning(language === 'fr' ? answer.warning : text.short);
      close();
    },
  });
  return (
    <FormDialog
      title={name === null ? text.add : text.replaceOf(name)}
      opened={opened}
      onClose={close}
      size="lg"
      sending={putting}
      onSubmit={putting.mutate}
      submit={ui.save}
      autoComplete="off"
    >
      {name === null && (
        <TextInput
          name="name"
          label={text.name}
          description={text.nameHint}
          placeholder="DB_PASSWORD"
          pattern="[A-Za-z_][A-Za-z0-9_]*"
          maxLength={64}
          required
          data-autofocus
        />
      )}
      <div>
        <Textarea
          name="value"
          label={text.value}
          description={text.valueHint}
          minRows={2}
          maxRows={8}
          autosize
          required
          data-autofocus={name !== null}
          spellCheck={false}
          className="veiled"
          value={value}
          onChange={(event) => {
            setValue(event.currentTarget.value);
            setGenerated(false);
          }}
        />
        <Group gap="xs" mt={6}>
          <GenerateValue
            onValue={(made) => {
              setValue(made);
              setGenerated(true);
            }}
          />
          {generated && <CopyButton value={() => value} label={ui.copy} />}
        </Group>
      </div>
      {generated && (
        <Alert color="synapse" icon={<Icon name="info" />} role="status">
          {text.generated}
        </Alert>
      )}
      {value !== '' && value.length < SHORT && (
        <Alert color="orange" icon={<Icon name="warning" />}>
          {text.short}
        </Alert>
      )}
      {name === null && <SecretNotes secret={null} folders={folders} />}
    </FormDialog>
  );
}

/** The notes. The value itself stays as it is. */
export function EditSecret({ secret, folders, opened, onClose }: Props & { readonly secret: UsedSecret }) {
  const { secrets: text, ui } = useText();
  const queries = useQueryClient();
  const begun = useWhileOpen(secret, opened, ({ updated_at }) => updated_at);
  const changing = useMutation({
    mutationFn: (form: FormData) => changeSecret(secret.name, readNotes(form)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: secretsQuery.queryKey });
      notifyDone(text.changed(secret.name));
      onClose();
    },
  });
  return (
    <FormDialog
      title={text.editOf(secret.name)}
      opened={opened}
      onClose={onClose}
      size="lg"
      sending={changing}
      onSubmit={changing.mutate}
      submit={ui.save}
      begun={begun}
    >
      <SecretNotes secret={begun.value} folders={folders} />
    </FormDialog>
  );
}
