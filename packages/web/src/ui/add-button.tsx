/** The button that opens the form for something new. */
import { Button } from '@mantine/core';
import { Icon } from './icon.tsx';

interface Props {
  readonly label: string;
  readonly onClick: () => void;
}

export function AddButton({ label, onClick }: Props) {
  return (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={onClick}>
      {label}
    </Button>
  );
}
