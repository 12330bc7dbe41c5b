/** A titled block of a page. */
import { Group, Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface Props {
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  /** The page itself has this title. */
  readonly titleHidden?: boolean;
  readonly children: ReactNode;
}

export function Section({ title, description, actions, titleHidden = false, children }: Props) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} withBorder p={{ base: 'md', sm: 'lg' }} className="section">
      <Group justify="space-between" align="flex-start" mb="sm" gap="xs">
        <Title order={2} id={id} className={titleHidden ? 'visually-hidden' : undefined}>
          {title}
        </Title>
        {actions}
      </Group>
      {description !== undefined && (
        <Text c="dimmed" size="sm" mb="md" maw={720}>
          {description}
        </Text>
      )}
      {children}
    </Paper>
  );
}
