/** One machine: state with its age, kind, containers, and what can be done with it. */
import { Badge, Button, Card, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Machine } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { DeleteMachine } from './delete-machine.tsx';
import { EditMachine } from './edit-machine.tsx';
import { PRESENCE_COLORS, presenceOf } from './presence.ts';
import { TestConnection } from './test-connection.tsx';

export function MachineCard({ machine }: { readonly machine: Machine }) {
  const { machines: text, ui } = useText();
  const [editing, { open, close }] = useDisclosure(false);
  const presence = presenceOf(machine, useNow(10_000));
  return (
    <Card withBorder component="article" aria-label={machine.slug} data-machine={machine.slug}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div className="shrink">
          <Title order={2} className="break">
            {machine.label}
          </Title>
          <Text size="sm" c="dimmed" ff="monospace" className="break">
            {machine.slug} · {text.kinds[machine.kind]}
          </Text>
        </div>
        <Badge color={PRESENCE_COLORS[presence]} variant="light" className="whole">
          {text.presences[presence]}
        </Badge>
      </Group>
      <Stack gap={6} mt="sm" mb="md" fz="sm" className="grow">
        {machine.statut !== 'active' && (
          <Badge color="orange" variant="light">
            {text.statuts[machine.statut]}
          </Badge>
        )}
        <Text size="sm">
          {text.lastSeen} {machine.last_seen_at === null ? text.never : <RelativeTime at={machine.last_seen_at} />}
        </Text>
        <Text size="sm" className="break">
          {text.containers} {machine.containers.length === 0 ? ui.none : machine.containers.join(', ')}
        </Text>
        {machine.default_cwd !== null && (
          <Text size="sm" className="break">
            {text.cwd} <Code>{machine.default_cwd}</Code>
          </Text>
        )}
      </Stack>
      <TestConnection machine={machine} />
      <Group gap="xs" mt="sm">
        <LinkButton to="/run" search={{ machine: machine.slug }} size="xs" variant="light">
          {text.openConsole}
        </LinkButton>
        <Button size="xs" variant="default" onClick={open} aria-label={text.editOf(machine.slug)}>
          <Icon name="edit" size={14} />
        </Button>
        <DeleteMachine machine={machine} />
      </Group>
      <EditMachine key={machine.updated_at} machine={machine} opened={editing} onClose={close} />
    </Card>
  );
}
