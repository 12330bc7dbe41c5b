/** One question: the command, what to know about it, and the answer, or what became of it. */
import { Group, Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { Approval } from '../../api/approvals.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useMayDecide } from '../../ui/who-decides.ts';
import { ApprovalFacts } from './approval-facts.tsx';
import { ApprovalOutcome } from './approval-outcome.tsx';
import { CommandText } from './command-text.tsx';
import { DecisionForm } from './decision-form.tsx';
import { FileChange } from './file-change.tsx';
import { NotYours } from './not-yours.tsx';
import { TimeLeft } from './time-left.tsx';
import { useDecision } from './use-decision.ts';

const ICONS: Readonly<Record<Approval['status'], IconName>> = {
  pending: 'ask',
  approved: 'check',
  denied: 'close',
  expired: 'clock',
  stale: 'warning',
  cancelled: 'close',
};

export function ApprovalCard({ approval }: { readonly approval: Approval }) {
  const { approvals: text, crews } = useText();
  const id = useId();
  const mine = useMayDecide(approval);
  const decision = useDecision(approval);
  const { status } = approval;
  return (
    <article
      className="approval"
      tabIndex={-1}
      aria-labelledby={id}
      data-approval={approval.id}
      data-status={status}
      data-mine={mine ? true : undefined}
    >
      <Group justify="space-between" gap="xs" mb="sm" wrap="nowrap">
        <Group gap="xs" wrap="nowrap" className="approval-head">
          <Icon name={ICONS[status]} />
          <Title order={2} id={id} size="h3">
            {status === 'pending' && !mine ? crews.waitsForOthers : text.statuses[status]}
          </Title>
        </Group>
        {status === 'pending' && <TimeLeft until={approval.expires_at} />}
      </Group>
      <CommandText template={approval.command_template} />
      {approval.file !== null && <FileChange approval={approval} file={approval.file} />}
      <ApprovalFacts approval={approval} />
      {status !== 'pending' && <ApprovalOutcome approval={approval} />}
      {status === 'pending' && (mine ? <DecisionForm {...decision} /> : <NotYours approval={approval} />)}
      {decision.tooLate && (status === 'approved' || status === 'denied') && (
        <Text size="sm" c="dimmed" role="status">
          {text.elsewhere}
        </Text>
      )}
    </article>
  );
}
