/** One request for a role, with buttons for people who may grant it. */
import { Button, Group, Text } from '@mantine/core';
import { visibleText } from '@synapse/contract/visible-text';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type AccessRequest, answerRequest, type Crew } from '../../api/crews.ts';
import { meQuery } from '../../api/session.ts';
import { CREW } from '../../api/workspace.ts';
import { useText } from '../../i18n/language.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { mayAnswer } from '../../ui/use-waiting-requests.ts';

interface Props {
  readonly crew: Pick<Crew, 'slug' | 'name' | 'role'>;
  readonly request: AccessRequest;
}

export function RequestRow({ crew, request }: Props) {
  const { crews: text } = useText();
  const queries = useQueryClient();
  const { data: me } = useQuery(meQuery);
  const { id, username, role, hours, reason, status, created_at } = request;
  const answering = useMutation({
    mutationFn: (decision: 'approve' | 'deny') => answerRequest(crew.slug, id, decision),
    onSuccess: (_answer, decision) => notifyDone(decision === 'approve' ? text.granted : text.denied),
    onSettled: () => queries.invalidateQueries({ queryKey: ['crews'] }),
  });
  return (
    <li className="person" data-request={id}>
      <div className="grow shrink">
        <Text size="sm" className="break">
          {text.wants(username, text.roles[role], hours)}
        </Text>
        <Text size="xs" c="dimmed" className="break">
          {text.quoted(visibleText(reason))} · {crew.slug === CREW ? '' : `${crew.name} · `}
          <RelativeTime at={created_at} />
        </Text>
        <ProblemNotice error={answering.error} />
      </div>
      {status === 'pending' && mayAnswer(crew, request, me?.username) ? (
        <Group gap={6} wrap="nowrap" className="whole">
          <Button size="xs" disabled={answering.isPending} onClick={() => answering.mutate('approve')}>
            {text.grant}
          </Button>
          <Button size="xs" variant="default" disabled={answering.isPending} onClick={() => answering.mutate('deny')}>
            {text.deny}
          </Button>
        </Group>
      ) : (
        <Text size="sm" c="dimmed" className="whole">
          {text.requestStates[status]}
        </Text>
      )}
    </li>
  );
}
