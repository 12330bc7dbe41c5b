/** The one command that enrols an agent. Turns green when the machine connects. */
import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type CreatedMachine, machinesQuery } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Snippet } from '../../ui/snippet.tsx';

interface Props {
  readonly machine: CreatedMachine;
  readonly onClose: () => void;
}

export function Enrollment({ machine: { slug, enrollment }, onClose }: Props) {
  const { machines: text, access, ui } = useText();
  const { data: connected = false } = useQuery({
    ...machinesQuery,
    select: ({ machines }) => machines.some((each) => each.slug === slug && each.connected),
    refetchInterval: 2000,
  });
  if (enrollment === undefined) return null;
  return (
    <Stack>
      <Text size="sm">{text.enrollHow(slug)}</Text>
      <Snippet place={access.terminal} text={enrollment.command} />
      <Text size="sm" c="dimmed">
        {text.enrollUntil} <RelativeTime at={enrollment.expires_at} />
      </Text>
      <div role="status">
        {connected ? (
          <Alert color="teal" icon={<Icon name="check" />}>
            {text.agentConnected}
          </Alert>
        ) : (
          <Group gap="sm">
            <Loader size="xs" aria-hidden />
            <Text size="sm">{text.agentWaiting}</Text>
          </Group>
        )}
      </div>
      <Button onClick={onClose}>{ui.close}</Button>
    </Stack>
  );
}
