/** One step of the guide, ticked when it has really happened. */
import { Text, ThemeIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';

interface Props {
  readonly number: number;
  readonly done: boolean;
  readonly current: boolean;
  readonly title: string;
  readonly why: string;
  readonly children: ReactNode;
}

export function GuideStep({ number, done, current, title, why, children }: Props) {
  const { home } = useText();
  return (
    <li className="step" data-done={done} aria-current={current ? 'step' : undefined}>
      <ThemeIcon radius="xl" size={24} color={done ? 'teal' : 'synapse'} variant={done || current ? 'filled' : 'light'}>
        {done ? <Icon name="check" size={14} /> : <span aria-hidden>{number}</span>}
      </ThemeIcon>
      <div className="step-body">
        <Text fw={500}>
          {title}
          {done && <span className="visually-hidden"> ({home.done})</span>}
        </Text>
        {!done && (
          <Text size="sm" c="dimmed" mb="xs">
            {why}
          </Text>
        )}
        {children}
      </div>
    </li>
  );
}
