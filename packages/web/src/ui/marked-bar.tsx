/** Over a list of which some are chosen: how many, what can be done with them together, and a way out. */
import '../app/marks.css';
import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../i18n/language.tsx';
import { Icon } from './icon.tsx';

interface Props {
  readonly label: string;
  readonly children: ReactNode;
  readonly onDone: () => void;
}

export function MarkedBar({ label, children, onDone }: Props) {
  const { ui } = useText();
  return (
    <div className="marked-bar" role="status">
      <span>{label}</span>
      {children}
      <ActionIcon variant="subtle" color="gray" aria-label={ui.cancel} onClick={onDone}>
        <Icon name="close" />
      </ActionIcon>
    </div>
  );
}
