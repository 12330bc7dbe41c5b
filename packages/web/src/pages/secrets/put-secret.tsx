/** Stores a value under a name. The value leaves the page's memory with the form. */
import { Alert, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { putSecret, secretsQuery, type UsedSecret } from '../../api/secrets.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { notifyDone, notifyWarning } from '../../ui/notify.tsx';
import { readGlobs } from './globs.ts';

/** A value shorter than this is hard to remove from an output without false alarms. */
const SHORT = 8;

interface Props {
  /** The secret to replace; null for a new one. */
  readonly secret: UsedSecret | null;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function PutSecret({ secret, opened, onClose }: Props) {
  const name = secret?.name ?? null;
  const { language, text: all } = useLanguage();
  const { secrets: text, ui } = all;
  const queries = useQueryClient();
  const [short, setShort] = useState(false);
  const putting = useMutation({
    mutationFn: (form: FormData) =>
      putSecret({
        name: name ?? String(form.get('name')),
        value: String(form.get('value')),
        machines: readGlobs(form.get('machines')),
        programs: readGlobs(form.get('programs')),
      }),
    onSuccess: async (answer) => {
      await queries.invalidateQueries(secretsQuery);
      notifyDone(answer.created ? text.stored(answer.name) : text.replaced(answer.name));
      if (answer.warning !== undefined) notifyWarning(language === 'fr' ? answer.warning : text.short);
      setShort(false);
      onClose();
    },
  });
  return (
    <FormDialog
      title={name === null ? text.add : text.replaceOf(name)}
      opened={opened}
      onClose={onClose}
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
      <Textarea
        name="value"
        label={text.value}
        description={text.valueHint}
        minRows={2}
        maxRows={8}
        autosize
        required
        spellCheck={false}
        className="veiled"
        onChange={(event) => setShort(event.currentTarget.value.length < SHORT)}
      />
      <TextInput
        name="machines"
        label={text.machinesBound}
        description={text.machinesHint}
        defaultValue={secret?.machines?.join(', ') ?? ''}
      />
      <TextInput
        name="programs"
        label={text.programsBound}
        description={text.programsHint}
        defaultValue={secret?.programs?.join(', ') ?? ''}
      />
      {short && (
        <Alert color="orange" variant="light" icon={<Icon name="warning" />}>
          {text.short}
        </Alert>
      )}
    </FormDialog>
  );
}
