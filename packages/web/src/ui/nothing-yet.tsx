/** An empty state that says what belongs here and what to do next. */
import { EmptyState, Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface Props {
  readonly icon: IconName;
  readonly title: string;
  readonly description: ReactNode;
  readonly action?: ReactNode;
}

export function NothingYet({ icon, title, description, action }: Props) {
  return (
    <Paper withBorder p="lg">
      <EmptyState icon={<Icon name={icon} size={18} />} title={title} description={description}>
        {action !== undefined && action !== false && <EmptyState.Actions>{action}</EmptyState.Actions>}
      </EmptyState>
    </Paper>
  );
}
