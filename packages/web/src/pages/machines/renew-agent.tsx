/** A new enrolment for an agent: when its code has expired, or another computer takes the machine's place. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { enrollMachine, type Machine } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Enrollment } from './enrollment.tsx';

export function RenewAgent({ machine }: { readonly machine: Machine }) {
  const { machines: text } = useText();
  const enrolling = useMutation({ mutationFn: () => enrollMachine(machine.slug) });
  const renew = (): Promise<unknown> => enrolling.mutateAsync();
  return (
    <>
      {machine.agent?.enrolled_at == null ? (
        <Button size="xs" variant="default" loading={enrolling.isPending} onClick={() => enrolling.mutate()}>
          {text.newCode}
        </Button>
      ) : (
        <ConfirmButton
          size="xs"
          label={text.newCode}
          question={text.newCodeQuestion(machine.slug)}
          consequence={text.newCodeConsequence}
          confirm={text.newCode}
          onConfirm={renew}
        />
      )}
      <Dialog
        opened={enrolling.data !== undefined}
        onClose={enrolling.reset}
        title={text.newCodeOf(machine.slug)}
        size="lg"
      >
        {enrolling.data !== undefined && (
          <Enrollment machine={{ ...machine, enrollment: enrolling.data }} onClose={enrolling.reset} />
        )}
      </Dialog>
    </>
  );
}
