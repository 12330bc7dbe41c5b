/** Whether the instance can serve, asked again every ten seconds. */
import { Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { healthQuery } from '../../api/health.ts';
import { useText } from '../../i18n/language.tsx';
import { Section } from '../../ui/section.tsx';

export function HealthSection() {
  const { admin } = useText();
  const { data: health } = useQuery(healthQuery);
  return (
    <Section title={admin.health}>
      <Group gap="sm" role="status">
        {health === undefined ? (
          <Text c="dimmed">{admin.asking}</Text>
        ) : (
          <>
            <Badge color={health.ready ? 'teal' : 'red'} variant="light">
              {health.ready ? admin.ready : admin.notReady}
            </Badge>
            <Text size="sm">{health.reason ?? admin.readyWhy}</Text>
          </>
        )}
      </Group>
    </Section>
  );
}
