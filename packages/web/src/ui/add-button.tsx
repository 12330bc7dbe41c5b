/** The button that opens the form for something new, for people who may add it. */
import { Button } from '@mantine/core';
import type { CrewAction } from '@synapse/contract/crew-roles';
import { Icon } from './icon.tsx';
import { useMay } from './use-crew.ts';

interface Props {
  readonly label: string;
  /** What it takes of a member, in the workspace of a crew. */
  readonly needs?: CrewAction;
  readonly onClick: () => void;
}

export function AddButton({ label, needs = 'read', onClick }: Props) {
  if (!useMay(needs)) return null;
  return (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={onClick}>
      {label}
    </Button>
  );
}
