/** Changes a machine: the form starts from what it is. */
import { NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeMachine, type Machine, machinesQuery } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyAction } from '../../ui/notify.tsx';
import { useWhileOpen } from '../../ui/use-while-open.ts';
import { ConnectionFields } from './connection-fields.tsx';
import { MachineFields } from './machine-fields.tsx';
import { changeOf, presentConnection } from './machine-wish.ts';

const STATUTS = ['active', 'maintenance', 'disabled'] as const;

interface Props {
  readonly machine: Machine;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function EditMachine({ machine: now, opened, onClose }: Props) {
  const { machines: text, ui } = useText();
  const queries = useQueryClient();
  const begun = useWhileOpen(now, opened, ({ updated_at }) => updated_at);
  const machine = begun.value;
  const { label, containers, default_container, default_cwd, sudo_secret, statut, tags } = machine;
  const restore = async (reached: boolean): Promise<void> => {
    const connection = presentConnection(machine);
    await changeMachine(machine.slug, {
      label,
      containers,
      default_container,
      default_cwd,
      sudo_secret,
      statut,
      tags,
      ...(reached && connection !== null ? { connection } : {}),
    });
    await queries.invalidateQueries(machinesQuery);
  };
  const changing = useMutation({
    mutationFn: (form: FormData) =>
      changeMachine(machine.slug, {
        ...changeOf(form, machine),
        statut: form.get('statut') as Machine['statut'],
      }),
    onSuccess: async (_answer, form) => {
      onClose();
      await queries.invalidateQueries(machinesQuery);
      const reached = changeOf(form, machine).connection !== undefined;
      notifyAction(text.changed(machine.slug), ui.undo, () => void restore(reached));
    },
  });
  return (
    <FormDialog
      title={text.editOf(machine.slug)}
      opened={opened}
      onClose={onClose}
      size="lg"
      sending={changing}
      onSubmit={changing.mutate}
      submit={ui.save}
      begun={begun}
    >
      <MachineFields machine={machine} />
      <NativeSelect
        name="statut"
        label={text.statut}
        description={text.statutHint}
        defaultValue={machine.statut}
        data={STATUTS.map((value) => ({ value, label: text.statuts[value] }))}
      />
      {(machine.kind === 'ssh' || machine.kind === 'docker') && (
        <ConnectionFields kind={machine.kind} machine={machine} />
      )}
    </FormDialog>
  );
}
