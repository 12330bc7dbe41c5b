/** A button for an action that cannot be undone: it asks first, and the question names the thing. */
import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface Props extends Omit<ButtonProps, 'children'> {
  readonly label: ReactNode;
  readonly ariaLabel?: string;
  readonly question: string;
  readonly consequence: ReactNode;
  readonly confirm: string;
  readonly onConfirm: () => Promise<unknown>;
}

export function ConfirmButton({ label, ariaLabel, question, consequence, confirm, onConfirm, ...button }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" {...button} aria-label={ariaLabel} onClick={open}>
        {label}
      </Button>
      <ConfirmDialog {...{ opened, question, consequence, confirm, onConfirm }} onClose={close} />
    </>
  );
}
