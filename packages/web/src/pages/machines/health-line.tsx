/** What the checks of the last day found: how fast the machine answers, and how often it did. */
import { Group, Text, Tooltip } from '@mantine/core';
import type { MachineHealth } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { LatencyFigure, UptimeFigure } from './health-figures.tsx';

export function HealthLine({ health }: { readonly health: MachineHealth }) {
  const { machines: text } = useText();
  const { checked_at, uptime } = health;
  if (checked_at === null || uptime === null) {
    return (
      <Text size="xs" c="dimmed">
        {text.checking}
      </Text>
    );
  }
  return (
    <div className="health">
      <div>
        <Text size="xs" c="dimmed">
          {text.latency}
        </Text>
        <Group gap={8} wrap="nowrap">
          <LatencyFigure health={health} />
        </Group>
      </div>
      <div>
        <Text size="xs" c="dimmed">
          {text.uptime}
        </Text>
        <Group gap={8} wrap="nowrap">
          <UptimeFigure health={health} />
        </Group>
      </div>
      <Tooltip label={text.checkedWhy} multiline maw={300}>
        <Text size="xs" c="dimmed" className="health-age">
          {text.checked} <RelativeTime at={checked_at} />
        </Text>
      </Tooltip>
    </div>
  );
}
