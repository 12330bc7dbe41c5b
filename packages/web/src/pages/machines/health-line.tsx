/** What the checks of the last day found: how fast the machine answers, and how often it did. */
import { Group, Text, Tooltip } from '@mantine/core';
import type { MachineHealth } from '../../api/machines.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { UptimeBars } from '../../ui/uptime-bars.tsx';

/** Of the slots in which it answered. */
export const latencies = ({ slots }: MachineHealth): number[] => slots.flatMap(({ ms }) => (ms === null ? [] : [ms]));

export function HealthLine({ health }: { readonly health: MachineHealth }) {
  const {
    language,
    text: { machines: text },
  } = useLanguage();
  const { checked_at, latency_ms, uptime, slots } = health;
  if (checked_at === null || uptime === null) {
    return (
      <Text size="xs" c="dimmed" mt="sm">
        {text.checking}
      </Text>
    );
  }
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <div className="health">
      <div>
        <Text size="xs" c="dimmed">
          {text.latency}
        </Text>
        <Group gap={8} wrap="nowrap">
          <span className="health-figure">{latency_ms === null ? '–' : text.milliseconds(latency_ms)}</span>
          <Sparkline values={latencies(health)} state="ok" width={72} height={18} />
        </Group>
      </div>
      <div>
        <Text size="xs" c="dimmed">
          {text.uptime}
        </Text>
        <Group gap={8} wrap="nowrap">
          <span className="health-figure">{percent.format(uptime)}</span>
          <UptimeBars shares={slots.map(({ up }) => up)} />
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
