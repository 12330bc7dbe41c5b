/** The questions that were answered lately, newest first. */
import { Group, Stack, Text } from '@mantine/core';
import { shortText, visibleText } from '@synapse/contract/visible-text';
import type { Approval } from '../../api/approvals.ts';
import { CREW } from '../../api/workspace.ts';
import { useText } from '../../i18n/language.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Section } from '../../ui/section.tsx';
import { State, type StateKind } from '../../ui/state.tsx';

const SHOWN = 12;
const STATES: Readonly<Record<Approval['status'], StateKind>> = {
  pending: 'wait',
  approved: 'ok',
  denied: 'refused',
  expired: 'idle',
  stale: 'idle',
  cancelled: 'idle',
};

export function RecentList({ approvals }: { readonly approvals: readonly Approval[] }) {
  const { approvals: text } = useText();
  return (
    <Section title={text.recent}>
      {approvals.length === 0 ? (
        <Text size="sm" c="dimmed">
          {text.noRecent}
        </Text>
      ) : (
        <Stack gap="sm">
          {approvals.slice(0, SHOWN).map((approval) => (
            <Group key={approval.id} gap="sm" wrap="nowrap" className="recent-line">
              <span className="whole">
                <State state={STATES[approval.status]}>{text.statuses[approval.status]}</State>
              </span>
              <LinkAnchor
                to="/approvals/$id"
                params={{ id: approval.id }}
                className="command grow"
                underline="hover"
                title={visibleText(approval.command_template)}
              >
                {shortText(approval.command_template)}
              </LinkAnchor>
              <Text size="xs" c="dimmed" className="whole when">
                {approval.crew === undefined || approval.crew === CREW ? '' : `${approval.crew}/`}
                {approval.machine}
                {approval.decided_by !== null && ` · ${approval.decided_by}`} ·{' '}
                <RelativeTime at={approval.decided_at ?? approval.created_at} />
              </Text>
            </Group>
          ))}
        </Stack>
      )}
    </Section>
  );
}
