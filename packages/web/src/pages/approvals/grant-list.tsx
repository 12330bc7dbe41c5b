/** What the person is no longer asked about, each with the button that takes it back. */

import { Button, Group, Stack, Text } from '@mantine/core';
import { visibleText } from '@synapse/contract/visible-text';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Grant, grantsQuery, removeGrant } from '../../api/approvals.ts';
import { meQuery } from '../../api/session.ts';
import { useText } from '../../i18n/language.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Section } from '../../ui/section.tsx';
import { useMay } from '../../ui/use-crew.ts';

export function GrantList() {
  const { approvals: text } = useText();
  const queries = useQueryClient();
  const grants = useQuery(grantsQuery);
  const revoking = useMutation({
    mutationFn: removeGrant,
    onSuccess: () => notifyDone(text.revoked),
    onSettled: () => queries.invalidateQueries(grantsQuery),
  });
  return (
    <Section title={text.grants} description={text.grantsWhy}>
      <ProblemNotice error={revoking.error} />
      <Loaded query={grants}>
        {(list) =>
          list.length === 0 ? (
            <Text size="sm" c="dimmed">
              {text.noGrants}
            </Text>
          ) : (
            <Stack gap="sm">
              {list.map((grant) => (
                <GrantRow
                  key={grant.id}
                  grant={grant}
                  busy={revoking.isPending}
                  onRevoke={() => revoking.mutate(grant.id)}
                />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Section>
  );
}

interface RowProps {
  readonly grant: Grant;
  readonly busy: boolean;
  readonly onRevoke: () => void;
}

function GrantRow({ grant, busy, onRevoke }: RowProps) {
  const { approvals: text } = useText();
  const { data: me } = useQuery(meQuery);
  const may = useMay(grant.actor === undefined || grant.actor === me?.username ? 'run' : 'answer-for-others');
  const what = grant.command_template === null ? text.anything : visibleText(grant.command_template);
  const token = grant.token_hint === null ? undefined : text.token(grant.token_hint);
  // In a crew also whose orders.
  const whose = [grant.actor, token].filter((part) => part !== undefined).join(' · ') || text.ownSession;
  const where = [grant.machine, grant.container === null ? null : text.container(grant.container), grant.cwd];
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm" data-grant={grant.id}>
      <div className="grow shrink">
        <Text size="sm" className={grant.command_template === null ? 'break' : 'break mono'}>
          {what}
        </Text>
        <Text size="xs" c="dimmed" className="break">
          {where.filter((part) => part !== null).join(' · ')} · {whose} ·{' '}
          {grant.expires_at === null ? text.untilRevoked : <RelativeTime at={grant.expires_at} />}
        </Text>
      </div>
      {may && (
        <Button
          size="xs"
          variant="default"
          className="whole"
          disabled={busy}
          onClick={onRevoke}
          aria-label={text.revokeOf(what)}
        >
          {text.revoke}
        </Button>
      )}
    </Group>
  );
}
