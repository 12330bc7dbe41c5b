/** A question before an action that cannot be undone. It names the thing; nothing happens unless it is confirmed. */
import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../i18n/language.tsx';
import { Dialog } from './dialog.tsx';
import { ProblemNotice } from './problem-notice.tsx';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly question: string;
  readonly consequence: ReactNode;
  readonly confirm: string;
  readonly onConfirm: () => Promise<unknown>;
}

export function ConfirmDialog({ opened, onClose, question, consequence, confirm, onConfirm }: Props) {
  const { ui } = useText();
  const action = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  return (
    <Dialog opened={opened} onClose={onClose} title={question}>
      <Text mb="md">{consequence}</Text>
      <ProblemNotice error={action.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {ui.cancel}
        </Button>
        <Button color="red.9" loading={action.isPending} onClick={() => action.mutate()}>
          {confirm}
        </Button>
      </Group>
    </Dialog>
  );
}
