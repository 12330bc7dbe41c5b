/** A private key that is pasted here goes into the vault by itself, under a name of its own. */
import { Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { putSecret, secretsQuery } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { freeName } from './free-name.ts';

interface Props {
  /** What the key is for: part of its name. */
  readonly about: string;
  readonly onStored: (name: string) => void;
}

const KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]+-----END [A-Z ]*PRIVATE KEY-----/;

export function PasteKey({ about, onStored }: Props) {
  const { machines: text, secrets } = useText();
  const queries = useQueryClient();
  const { data: known = [] } = useQuery(secretsQuery);
  const storing = useMutation({
    mutationFn: ({ name, value }: { name: string; value: string }) => putSecret(name, value),
    onSuccess: async (_answer, { name }) => {
      await queries.invalidateQueries(secretsQuery);
      notifyDone(secrets.stored(name));
      onStored(name);
    },
  });
  const store = (field: HTMLTextAreaElement): void => {
    const [value] = KEY.exec(field.value) ?? [];
    if (value === undefined) return;
    // It is shown no longer than it takes to read it.
    field.value = '';
    const name = freeName(
      `SSH_${about}`,
      known.map((secret) => secret.name),
    );
    storing.mutate({ name, value: `${value}\n` });
  };
  return (
    <>
      <Textarea
        label={text.pasteKey}
        description={text.pasteKeyHint}
        placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
        onChange={(event) => store(event.currentTarget)}
        disabled={storing.isPending}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: 'mono' }}
        mt="xs"
      />
      <ProblemNotice error={storing.error} />
    </>
  );
}
