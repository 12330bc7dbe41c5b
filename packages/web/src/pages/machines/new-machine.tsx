/** A new machine, by kind; ends with a test of the connection. */
import { Button, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type CreatedMachine, createMachine, machinesQuery } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
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
  const { machines: text, ui } = useText();
  const queries = useQueryClient();
  const [kind, setKind] = useState<Kind>('ssh');
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
    onClose();
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    creating.mutate(wishOf(new FormData(event.currentTarget), kind));
  };
  return (
    <Modal opened={opened} onClose={close} title={text.add} size="lg" closeButtonProps={{ 'aria-label': ui.close }}>
      {creating.data?.enrollment !== undefined ? (
        <Enrollment machine={creating.data} onClose={close} />
      ) : (
        <form onSubmit={onSubmit}>
          <Stack>
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
            <MachineFields />
            <ProblemNotice error={creating.error} />
            <Button type="submit" loading={creating.isPending}>
              {text.add}
            </Button>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
