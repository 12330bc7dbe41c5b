/** How the instance is doing, asked again every ten seconds. */
import { Group, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { healthQuery, type InstanceHealth } from '../../api/health.ts';
import { useLanguage, useText } from '../../i18n/language.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Section } from '../../ui/section.tsx';
import { State } from '../../ui/state.tsx';
import { useAmounts } from '../../ui/use-amounts.ts';

const STATES = { ok: 'ok', degraded: 'wait', unavailable: 'bad' } as const;
const DATABASES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

export function HealthSection() {
  const { text } = useLanguage();
  const { admin } = text;
  const { data: health, isError } = useQuery(healthQuery);
  // Earlier data says nothing about the state now.
  const status = isError ? 'unavailable' : health?.status;
  return (
    <Section title={admin.health}>
      <Group gap="sm" role="status" mb={health === undefined ? 0 : 'md'}>
        {status === undefined ? (
          <Text c="dimmed">{admin.asking}</Text>
        ) : (
          <>
            <State state={STATES[status]}>{admin.states[status]}</State>
            <Text size="sm">{isError ? admin.noAnswer : admin.reasons[health?.reason ?? 'none']}</Text>
          </>
        )}
      </Group>
      {health !== undefined && <Facts health={health} />}
    </Section>
  );
}

function Facts({ health }: { readonly health: InstanceHealth }) {
  const text = useText();
  const { number, size } = useAmounts();
  const { admin } = text;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [admin.version, health.version],
    ['Node.js', health.node],
    [admin.database, DATABASES[health.database]],
    [admin.startedAt, <RelativeTime key="started" at={health.started_at} />],
    [admin.runningNow, number(health.running_commands)],
    [admin.memory, size(health.memory_bytes)],
  ];
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 3, xl: 6 }} className="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <Text component="dd" fw={600}>
            {value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
