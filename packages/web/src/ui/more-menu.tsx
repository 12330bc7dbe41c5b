/** What else can be done with something, behind "…". */
import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

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
  readonly onClick: () => void;
}

export function MoreItem({ icon, label, danger = false, onClick }: ItemProps) {
  return (
    <Menu.Item leftSection={<Icon name={icon} size={14} />} className={danger ? 'danger' : undefined} onClick={onClick}>
      {label}
    </Menu.Item>
  );
}
