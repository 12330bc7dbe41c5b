/** Removes a machine, after asking. */
import { useQueryClient } from '@tanstack/react-query';
import { deleteMachine, type Machine, machinesQuery } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { notifyDone } from '../../ui/notify.tsx';

export function DeleteMachine({ machine }: { readonly machine: Machine }) {
  const { machines: text } = useText();
  const queries = useQueryClient();
  const remove = async (): Promise<void> => {
    await deleteMachine(machine.slug);
    await queries.invalidateQueries(machinesQuery);
    notifyDone(text.deleted(machine.slug));
  };
  return (
    <ConfirmButton
      size="xs"
      label={<Icon name="trash" size={14} />}
      ariaLabel={text.deleteOf(machine.slug)}
      question={text.deleteQuestion(machine.slug)}
      consequence={text.deleteConsequence}
      confirm={text.delete}
      onConfirm={remove}
    />
  );
}
