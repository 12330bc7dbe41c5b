/** Tries a machine as the form describes it, before it is stored. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { checkMachine, type MachineCheck } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { type Kind, wishOf } from './machine-wish.ts';
import { ReachNotice } from './reach-notice.tsx';

interface Props {
  readonly kind: Kind;
  readonly onSeen: (seen: MachineCheck) => void;
}

export function CheckBefore({ kind, onSeen }: Props) {
  const { machines: text } = useText();
  const checking = useMutation({ mutationFn: checkMachine, onSuccess: onSeen });
  const check = (form: HTMLFormElement | null): void => {
    if (form?.reportValidity()) checking.mutate(wishOf(new FormData(form), kind));
  };
  return (
    <div>
      <Button
        variant="default"
        loading={checking.isPending}
        onClick={(event) => check(event.currentTarget.form)}
        leftSection={<Icon name="check" size={14} />}
      >
        {text.checkBefore}
      </Button>
      <ReachNotice reach={checking.data} />
      <ProblemNotice error={checking.error} />
    </div>
  );
}
