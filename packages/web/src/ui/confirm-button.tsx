/** A button for an action that cannot be undone: it asks first, and the question names the thing. */
import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../i18n/language.tsx';
import { Dialog } from './dialog.tsx';
import { ProblemNotice } from './problem-notice.tsx';

interface Props extends Omit<ButtonProps, 'children'> {
  readonly label: ReactNode;
  readonly ariaLabel?: string;
  readonly question: string;
  readonly consequence: ReactNode;
  readonly confirm: string;
  readonly onConfirm: () => Promise<unknown>;
}

export function ConfirmButton({ label, ariaLabel, question, consequence, confirm, onConfirm, ...button }: Props) {
  const { ui } = useText();
  const [opened, { open, close }] = useDisclosure(false);
  const action = useMutation({ mutationFn: onConfirm, onSuccess: close });
  return (
    <>
      <Button variant="default" {...button} aria-label={ariaLabel} onClick={open}>
        {label}
      </Button>
      <Dialog opened={opened} onClose={close} title={question}>
        <Text mb="md">{consequence}</Text>
        <ProblemNotice error={action.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {ui.cancel}
          </Button>
          <Button color="red" loading={action.isPending} onClick={() => action.mutate()}>
            {confirm}
          </Button>
        </Group>
      </Dialog>
    </>
  );
}
