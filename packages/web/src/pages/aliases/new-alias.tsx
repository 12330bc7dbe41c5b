/** A new alias: three letters for a long command. */
import { Button, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { aliasesQuery, putAlias } from '../../api/aliases.ts';
import { useText } from '../../i18n/language.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function NewAlias({ opened, onClose }: Props) {
  const { aliases: text, ui } = useText();
  const queries = useQueryClient();
  const putting = useMutation({
    mutationFn: ({ code, command }: { code: string; command: string }) => putAlias(code, command),
    onSuccess: async ({ code }) => {
      await queries.invalidateQueries(aliasesQuery);
      onClose();
      notifyDone(text.created(code));
    },
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    putting.mutate({ code: String(form.get('code')), command: String(form.get('command')) });
  };
  return (
    <Modal opened={opened} onClose={onClose} title={text.add} closeButtonProps={{ 'aria-label': ui.close }}>
      <form onSubmit={onSubmit}>
        <Stack>
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
          <ProblemNotice error={putting.error} />
          <Button type="submit" loading={putting.isPending}>
            {text.add}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
