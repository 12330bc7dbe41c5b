/** A new machine, by kind: three fields, what is found there, and the rest where it is out of the way. */
import { SegmentedControl, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CreatedMachine, createMachine, machinesQuery } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { CheckBefore } from './check-before.tsx';
import { ConnectionFields } from './connection-fields.tsx';
import { Enrollment } from './enrollment.tsx';
import { type Kind, wishOf } from './machine-wish.ts';
import { MoreFields } from './more-fields.tsx';
import { NewSshFields } from './new-ssh-fields.tsx';
import { suggestSlug, type TypedAddress } from './ssh-address.ts';

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
  const [address, setAddress] = useState<TypedAddress | null>(null);
  /** Null until the person has typed one: then it is suggested. */
  const [slug, setSlug] = useState<string | null>(null);
  const { data: machines = [] } = useQuery(machinesQuery);
  const suggested = suggestSlug(
    kind === 'ssh' ? (address?.host ?? '') : '',
    machines.map((machine) => machine.slug),
  );
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
      beside={
        kind !== 'agent' && (
          <CheckBefore
            key={kind}
            kind={kind}
            onSeen={({ containers }) => setSeen(containers.map(({ name }) => name))}
          />
        )
      }
      instead={creating.data?.enrollment && <Enrollment machine={creating.data} onClose={close} />}
    >
      <SegmentedControl
        aria-label={text.kind}
        value={kind}
        onChange={(value) => setKind(value as Kind)}
        data={KINDS.map((value) => ({ value, label: text.kinds[value] }))}
      />
      {kind !== 'ssh' && (
        <Text size="sm" c="dimmed">
          {text.kindWhy[kind]}
        </Text>
      )}
      {kind === 'ssh' ? <NewSshFields onAddress={setAddress} /> : <ConnectionFields key={kind} kind={kind} />}
      <TextInput
        name="slug"
        label={text.slug}
        description={text.slugHint}
        pattern="[a-z0-9][a-z0-9\-]*"
        maxLength={63}
        required
        value={slug ?? suggested}
        onChange={(event) => setSlug(event.currentTarget.value)}
        data-autofocus={kind === 'ssh' ? undefined : true}
      />
      <MoreFields kind={kind} address={address} seen={seen} />
    </FormDialog>
  );
}
