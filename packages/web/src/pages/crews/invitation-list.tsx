/** Unused invitations, each with the button that withdraws it. */
import { Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteInvitation, invitationsQuery } from '../../api/crews.ts';
import { useText } from '../../i18n/language.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Section } from '../../ui/section.tsx';

export function InvitationList({ crew }: { readonly crew: string }) {
  const { crews: text } = useText();
  const queries = useQueryClient();
  const invitations = useQuery(invitationsQuery(crew));
  const revoking = useMutation({
    mutationFn: (id: string) => deleteInvitation(crew, id),
    onSuccess: () => notifyDone(text.revoked),
    onSettled: () => queries.invalidateQueries(invitationsQuery(crew)),
  });
  return (
    <Section title={text.invitations}>
      <ProblemNotice error={revoking.error} />
      <Loaded query={invitations}>
        {(list) => (
          <ul className="people">
            {list.length === 0 && (
              <Text component="li" size="sm" c="dimmed">
                {text.noInvitations}
              </Text>
            )}
            {list.map(({ id, role, created_by, created_at, expires_at }) => (
              <li key={id} className="person" data-invitation={id}>
                <div className="grow shrink">
                  <Text size="sm">{text.roles[role]}</Text>
                  <Text size="xs" c="dimmed" className="break">
                    {text.invitedBy(created_by)} <RelativeTime at={created_at} /> · {text.expires}{' '}
                    <RelativeTime at={expires_at} />
                  </Text>
                </div>
                <Button
                  size="xs"
                  variant="default"
                  className="whole"
                  disabled={revoking.isPending}
                  onClick={() => revoking.mutate(id)}
                  aria-label={text.revokeOf(text.roles[role])}
                >
                  {text.revoke}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}
