/** A new machine, by kind, which can be tried before it is stored. */
import { SegmentedControl, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CreatedMachine, createMachine, machinesQuery } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { CheckBefore } from './check-before.tsx';
import { ConnectionFields } from './connection-fields.tsx';
import { Enrollment } from './enrollment.tsx';
import { MachineFields } from './machine-fields.tsx';
import { type Kind, wishOf } from './machine-wish.ts';

const KINDS: readonly Kind[] = ['ssh', 'docker', 'agent', 'local'];

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function NewMachine({ opened, onClose }: Props) {
  const { machines: text } = useText();
  const queries = useQueryClient();
  const [kind, setKind] = useState<Kind>('ssh');
  const [seen, setSeen] = useState<readonly string[]>([]);
  const creating = useMutation({
    mutationFn: createMachine,
    onSuccess: async ({ slug, enrollment }: CreatedMachine) => {
      await queries.invalidateQueries(machinesQuery);
      notifyDone(text.created(slug));
      if (enrollment === undefined) close();
    },
  });
  const close = (): void => {
    creating.reset();
    setSeen([]);
    onClose();
  };
  return (
    <FormDialog
      title={text.add}
      opened={opened}
      onClose={close}
      size="lg"
      sending={creating}
      onSubmit={(form) => creating.mutate(wishOf(form, kind))}
      submit={text.add}
      instead={creating.data?.enrollment && <Enrollment machine={creating.data} onClose={close} />}
    >
      <SegmentedControl
        aria-label={text.kind}
        value={kind}
        onChange={(value) => setKind(value as Kind)}
        data={KINDS.map((value) => ({ value, label: text.kinds[value] }))}
      />
      <Text size="sm" c="dimmed">
        {text.kindWhy[kind]}
      </Text>
      <TextInput
        name="slug"
        label={text.slug}
        description={text.slugHint}
        pattern="[a-z0-9][a-z0-9\-]*"
        maxLength={63}
        required
        data-autofocus
      />
      <ConnectionFields key={kind} kind={kind} />
      <MachineFields seen={seen} />
      {kind !== 'agent' && (
        <CheckBefore
          key={`check ${kind}`}
          kind={kind}
          onSeen={({ containers }) => setSeen(containers.map(({ name }) => name))}
        />
      )}
    </FormDialog>
  );
}
