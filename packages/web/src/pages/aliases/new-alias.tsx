/** A new alias: three letters for a long command. */
import { Group, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type AliasCarries, aliasesQuery, putAlias } from '../../api/aliases.ts';
import { machinesQuery } from '../../api/machines.ts';
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
  const { data: machines = [] } = useQuery(machinesQuery);
  const putting = useMutation({
    mutationFn: (form: FormData) => putAlias(String(form.get('code')), String(form.get('command')), carriesIn(form)),
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
      <Group grow align="flex-start">
        <NativeSelect
          name="machine"
          label={text.machine}
          description={text.carriesHint}
          data={[{ value: '', label: text.anyMachine }, ...machines.map(({ slug }) => ({ value: slug, label: slug }))]}
        />
        <TextInput name="container" label={text.container} description={text.carriesHint} maxLength={128} />
      </Group>
      <Group grow align="flex-start">
        <TextInput name="cwd" label={text.cwd} description={text.carriesHint} placeholder="/srv/app" maxLength={4096} />
        <NumberInput
          name="timeout_seconds"
          label={text.timeout}
          description={text.carriesHint}
          min={1}
          max={300}
          allowDecimal={false}
        />
      </Group>
    </FormDialog>
  );
}

/** What was left empty is not carried. */
function carriesIn(form: FormData): AliasCarries {
  const given = (name: string): string | undefined => String(form.get(name) ?? '').trim() || undefined;
  const seconds = given('timeout_seconds');
  return {
    machine: given('machine'),
    container: given('container'),
    cwd: given('cwd'),
    timeout_seconds: seconds === undefined ? undefined : Number(seconds),
  };
}
