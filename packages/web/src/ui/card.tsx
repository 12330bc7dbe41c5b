/** A block of the board: an icon, a name, what belongs to it, and its content. */
import '../app/board.css';
import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface Props {
  readonly icon: IconName;
  readonly title: string;
  /** How many there are. */
  readonly count?: number;
  readonly actions?: ReactNode;
  /** Its rows reach from edge to edge. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

export function Card({ icon, title, count, actions, flush = false, children }: Props) {
  const id = useId();
  return (
    <section className="card" data-flush={flush ? true : undefined} aria-labelledby={id}>
      <div className="card-head">
        <Icon name={icon} />
        <Title order={2} id={id}>
          {title}
        </Title>
        {count !== undefined && <span className="card-count">{count}</span>}
        <span className="card-actions">{actions}</span>
      </div>
      {children}
    </section>
  );
}
