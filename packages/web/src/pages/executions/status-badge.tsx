/** The state of an execution, in a word and a colour. */
import { Badge } from '@mantine/core';
import type { AuditEntry } from '../../api/executions.ts';
import { useText } from '../../i18n/language.tsx';

interface Props {
  readonly status: AuditEntry['status'];
  readonly exitCode: number | null;
}

export function StatusBadge({ status, exitCode }: Props) {
  const { executions: text } = useText();
  const color =
    { running: 'synapse', done: exitCode === 0 ? 'teal' : 'red', timeout: 'orange', pending: 'orange' }[
      status as string
    ] ?? 'gray';
  return (
    <Badge color={status === 'refused' ? 'orange' : color} variant="light" className="whole" data-status={status}>
      {text.statuses[status]}
      {status === 'done' && ` · ${exitCode ?? '?'}`}
    </Badge>
  );
}
