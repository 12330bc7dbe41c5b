/** What else can be done with something, behind "…". */
import { ActionIcon, Menu } from '@mantine/core';
import type { CrewAction } from '@synapse/contract/crew-roles';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { useMay } from './use-crew.ts';

interface Props {
  /** Says of what. */
  readonly label: string;
  readonly children: ReactNode;
}

export function MoreMenu({ label, children }: Props) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label} className="more">
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

interface ItemProps {
  readonly icon: IconName;
  readonly label: string;
  readonly danger?: boolean;
  /** What it takes of a member, in the workspace of a crew: others are not offered it. */
  readonly needs?: CrewAction;
  readonly onClick: () => void;
}

export function MoreItem({ icon, label, danger = false, needs = 'read', onClick }: ItemProps) {
  if (!useMay(needs)) return null;
  return (
    <Menu.Item leftSection={<Icon name={icon} size={14} />} className={danger ? 'danger' : undefined} onClick={onClick}>
      {label}
    </Menu.Item>
  );
}
