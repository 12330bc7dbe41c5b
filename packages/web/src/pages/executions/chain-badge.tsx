/** Whether the log is as it was written: no entry changed, removed or inserted. */
import { Badge, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { verdictQuery } from '../../api/executions.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useMay } from '../../ui/use-crew.ts';

export function ChainBadge() {
  const { executions: text } = useText();
  const { data: verdict } = useQuery({ ...verdictQuery, enabled: useMay('check-log') });
  if (verdict === undefined) return null;
  const { color, icon, label, why } = {
    intact: { color: 'teal', icon: 'shield', label: text.intact, why: text.intactWhy(verdict.entries) },
    damaged: { color: 'red', icon: 'warning', label: text.broken, why: text.brokenWhy(verdict.findings.length) },
    unknown: { color: 'yellow', icon: 'warning', label: text.unsure, why: text.unsureWhy },
  }[verdict.state] as { color: string; icon: 'shield' | 'warning'; label: string; why: string };
  return (
    <Tooltip label={why}>
      <Badge
        size="lg"
        tabIndex={0}
        color={color}
        variant="light"
        tt="none"
        leftSection={<Icon name={icon} size={14} />}
      >
        {label}
      </Badge>
    </Tooltip>
  );
}
