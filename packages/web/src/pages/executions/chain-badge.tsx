/** Whether the log is what was written: no row changed, removed or slipped in. */
import { Badge, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { verdictQuery } from '../../api/executions.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';

export function ChainBadge() {
  const { executions: text } = useText();
  const { data: verdict } = useQuery(verdictQuery);
  if (verdict === undefined) return null;
  return (
    <Tooltip label={verdict.intact ? text.intactWhy(verdict.entries) : text.brokenWhy(verdict.findings.length)}>
      <Badge
        size="lg"
        tabIndex={0}
        color={verdict.intact ? 'teal' : 'red'}
        variant="light"
        tt="none"
        leftSection={<Icon name={verdict.intact ? 'shield' : 'warning'} size={14} />}
      >
        {verdict.intact ? text.intact : text.broken}
      </Badge>
    </Tooltip>
  );
}
