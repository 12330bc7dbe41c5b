/** The questions that were answered lately, newest first. */
import { Badge, Group, Stack, Text } from '@mantine/core';
import type { Approval } from '../../api/approvals.ts';
import { useText } from '../../i18n/language.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Section } from '../../ui/section.tsx';

const SHOWN = 12;
const COLORS: Readonly<Record<Approval['status'], string>> = {
  pending: 'orange',
  approved: 'teal',
  denied: 'red',
  expired: 'gray',
  stale: 'gray',
  cancelled: 'gray',
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
            <Group key={approval.id} gap="sm" wrap="nowrap" className="latest">
              <Badge color={COLORS[approval.status]} variant="light" className="whole">
                {text.statuses[approval.status]}
              </Badge>
              <LinkAnchor
                to="/approvals/$id"
                params={{ id: approval.id }}
                className="command grow"
                underline="hover"
                title={approval.command_template}
              >
                {approval.command_template}
              </LinkAnchor>
              <Text size="xs" c="dimmed" className="whole when">
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
