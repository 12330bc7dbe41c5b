/** What happened last, and the state of the day. */
import { Badge, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { historyQuery } from '../../api/executions.ts';
import { machinesQuery } from '../../api/machines.ts';
import { panelsQuery } from '../../api/projects.ts';
import { useText } from '../../i18n/language.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Section } from '../../ui/section.tsx';
import { StatusBadge } from '../executions/status-badge.tsx';
import { PRESENCE_COLORS, presenceOf } from '../machines/machine-presence.ts';

const LATEST = 6;

export function Overview() {
  const { home, machines: words } = useText();
  const { data: history } = useInfiniteQuery(historyQuery({}));
  const { data: machines = [] } = useQuery(machinesQuery);
  const now = useNow(10_000);
  const latest = history?.pages[0]?.entries.slice(0, LATEST) ?? [];
  const { data: panels = [] } = useQuery(panelsQuery);
  if (latest.length + panels.length === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} mt="md" spacing="md" className="pair">
      <Section
        title={home.latest}
        actions={
          <LinkAnchor to="/executions" size="sm">
            {home.all}
          </LinkAnchor>
        }
      >
        <Stack gap="sm">
          {latest.map((entry) => (
            <Group key={entry.id} gap="sm" wrap="nowrap" className="latest">
              <StatusBadge status={entry.status} exitCode={entry.exit_code} />
              <LinkAnchor
                to="/executions/$id"
                params={{ id: entry.execution_id }}
                className="command grow"
                underline="hover"
              >
                {entry.command_template}
              </LinkAnchor>
              <Text size="xs" c="dimmed" className="whole when">
                <RelativeTime at={entry.created_at} />
              </Text>
            </Group>
          ))}
        </Stack>
      </Section>
      <Section
        title={words.title}
        actions={
          <LinkAnchor to="/machines" size="sm">
            {home.all}
          </LinkAnchor>
        }
      >
        <Stack gap="sm">
          {machines.map((machine) => {
            const presence = presenceOf(machine, now);
            return (
              <Group key={machine.slug} justify="space-between" wrap="nowrap">
                <Text size="sm" className="break">
                  {machine.label}
                </Text>
                <Badge color={PRESENCE_COLORS[presence]} variant="light" className="whole">
                  {words.presences[presence]}
                </Badge>
              </Group>
            );
          })}
        </Stack>
      </Section>
      {panels.length > 0 && (
        <Section title={home.panels}>
          <Stack gap="sm">
            {panels.slice(0, LATEST).map(({ id, title, created_at }) => (
              <Group key={id} justify="space-between" wrap="nowrap">
                <LinkAnchor to="/panels/$id" params={{ id: String(id) }} size="sm" className="break" underline="hover">
                  {title}
                </LinkAnchor>
                <Text size="xs" c="dimmed" className="whole">
                  <RelativeTime at={created_at} />
                </Text>
              </Group>
            ))}
          </Stack>
        </Section>
      )}
    </SimpleGrid>
  );
}
