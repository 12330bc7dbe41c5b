/** One machine: state with its age, kind, containers, and what can be done with it. */
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { healthQuery, type Machine } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { State } from '../../ui/state.tsx';
import { DeleteMachine } from './delete-machine.tsx';
import { HealthLine } from './health-line.tsx';
import { MachineFacts } from './machine-facts.tsx';
import { PRESENCE_STATES, presenceOf } from './machine-presence.ts';
import { MachineTags } from './machine-tags.tsx';
import { RenewAgent } from './renew-agent.tsx';
import { TryConnection } from './try-connection.tsx';

const EditMachine = lazy(async () => ({ default: (await import('./edit-machine.tsx')).EditMachine }));

export function MachineCard({ machine }: { readonly machine: Machine }) {
  const { machines: text, files } = useText();
  const [editing, { open, close }] = useDisclosure(false);
  const health = useQuery(healthQuery).data?.get(machine.slug);
  const presence = presenceOf(machine, health, useNow(10_000));
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
          <MachineTags tags={machine.tags} />
        </div>
        <Group gap={6} className="whole">
          {machine.statut !== 'active' && <State state="wait">{text.statuts[machine.statut]}</State>}
          <State state={PRESENCE_STATES[presence]}>{text.presences[presence]}</State>
        </Group>
      </Group>
      {/* Of an agent that never came there is nothing to tell. */}
      {health !== undefined && presence !== 'unknown' && <HealthLine health={health} />}
      <MachineFacts machine={machine} />
      <Stack gap="xs" align="flex-start">
        {machine.kind === 'agent' && !machine.connected && <RenewAgent machine={machine} />}
        <TryConnection machine={machine} />
      </Stack>
      <Group gap="xs" mt="sm" justify="space-between">
        <Group gap="xs">
          <LinkButton to="/run" search={{ machine: machine.slug }} size="xs" variant="light">
            {text.openConsole}
          </LinkButton>
          <LinkButton to="/machines/$slug/files" params={{ slug: machine.slug }} size="xs" variant="light">
            {files.open}
          </LinkButton>
        </Group>
        <Group gap="xs" wrap="nowrap">
          <Button size="xs" variant="default" onClick={open} aria-label={text.editOf(machine.slug)}>
            <Icon name="edit" size={14} />
          </Button>
          <DeleteMachine machine={machine} />
        </Group>
      </Group>
      {editing && (
        <Suspense>
          <EditMachine machine={machine} opened onClose={close} />
        </Suspense>
      )}
    </Card>
  );
}
