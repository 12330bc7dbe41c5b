/** What was chosen in a list, beside it or in its place: how it stands, what else can be done with it, and the rest. */
import { ActionIcon, Group } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../i18n/language.tsx';
import { Icon } from './icon.tsx';

interface Props {
  readonly label: string;
  /** How it stands. */
  readonly head: ReactNode;
  /** Beside the button that closes the panel. */
  readonly menu?: ReactNode;
  /** The list is still there. Otherwise the panel is in its place, and takes the focus. */
  readonly beside?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function SidePanel({ label, head, menu, beside = true, onClose, children }: Props) {
  const { ui } = useText();
  const closing = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!beside) closing.current?.focus();
  }, [beside]);
  return (
    <aside className="panel" aria-label={label}>
      <div className="panel-head">
        <Group gap="sm">{head}</Group>
        <Group gap={2} wrap="nowrap">
          {menu}
          <ActionIcon ref={closing} variant="subtle" color="gray" aria-label={ui.close} onClick={onClose}>
            <Icon name="close" />
          </ActionIcon>
        </Group>
      </div>
      {children}
    </aside>
  );
}
