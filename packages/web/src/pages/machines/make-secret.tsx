/** A secret made where it is needed: a name, its value, and it is in the vault before the form is sent. */
import { Button, Group, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { putSecret, secretsQuery } from '../../api/secrets.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { notifyDone, notifyWarning } from '../../ui/notify.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

interface Props {
  /** The name it gets, unless the person types another. */
  readonly suggested: string;
  /** Keys and certificates have several lines. */
  readonly lines: boolean;
  readonly onStored: (name: string) => void;
  readonly onCancel: () => void;
}

export function MakeSecret({ suggested, lines, onStored, onCancel }: Props) {
  const {
    language,
    text: { machines: text, secrets: words, ui },
  } = useLanguage();
  const queries = useQueryClient();
  const [name, setName] = useState(suggested);
  const [value, setValue] = useState('');
  const storing = useMutation({
    mutationFn: () => putSecret(name, value),
    onSuccess: async (answer) => {
      setValue('');
      await queries.invalidateQueries(secretsQuery);
      notifyDone(answer.created ? words.stored(name) : words.replaced(name));
      if (answer.warning !== undefined) notifyWarning(language === 'fr' ? answer.warning : words.short);
      onStored(name);
    },
  });
  const ready = name !== '' && value !== '';
  // The form around it must not be sent by the key that stores the secret.
  const storeByKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (ready) storing.mutate();
  };
  const valueField = {
    label: words.value,
    value,
    autoComplete: 'off',
    spellCheck: false,
    'data-autofocus': true,
  } as const;
  return (
    <fieldset aria-label={text.newSecret} className="bare make-secret">
      <TextInput
        label={words.name}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={storeByKey}
        maxLength={64}
        classNames={{ input: 'mono' }}
      />
      {lines ? (
        <Textarea
          {...valueField}
          onChange={(event) => setValue(event.currentTarget.value)}
          autosize
          minRows={2}
          maxRows={6}
          className="veiled"
          classNames={{ input: 'mono' }}
        />
      ) : (
        <PasswordInput
          {...valueField}
          onChange={(event) => setValue(event.currentTarget.value)}
          onKeyDown={storeByKey}
        />
      )}
      <ProblemNotice error={storing.error} />
      <Group gap="xs">
        <Button size="xs" disabled={!ready} loading={storing.isPending} onClick={() => storing.mutate()}>
          {text.storeSecret}
        </Button>
        <Button size="xs" variant="default" onClick={onCancel}>
          {ui.cancel}
        </Button>
      </Group>
    </fieldset>
  );
}
