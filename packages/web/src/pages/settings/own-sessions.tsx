/** The person's open sessions: where and since when, and the buttons that end them. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { forgetSession } from '../../api/session.ts';
import { endAllSessions, endOtherSessions, endSession, type OwnSession, sessionsQuery } from '../../api/sessions.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Section } from '../../ui/section.tsx';
import { State } from '../../ui/state.tsx';

export function OwnSessions() {
  const { security: text } = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const sessions = useQuery(sessionsQuery);
  const ending = useMutation({
    mutationFn: (id: string | null) => (id === null ? endOtherSessions() : endSession(id)),
    onSuccess: (_nothing, id) => notifyDone(id === null ? text.othersEnded : text.ended),
    onSettled: () => queries.invalidateQueries(sessionsQuery),
  });
  const leave = async (): Promise<void> => {
    await endAllSessions();
    forgetSession();
    await navigate({ to: '/sign-in' });
    queries.clear();
  };
  return (
    <Section title={text.sessions} description={text.sessionsWhy}>
      <ProblemNotice error={ending.error} />
      <Loaded query={sessions}>
        {(list) => (
          <>
            <Stack gap="sm" mb="md">
              {list.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  busy={ending.isPending}
                  onEnd={() => ending.mutate(session.id)}
                />
              ))}
            </Stack>
            <Group>
              {list.length > 1 && (
                <Button variant="default" loading={ending.isPending} onClick={() => ending.mutate(null)}>
                  {text.endOthers}
                </Button>
              )}
              <ConfirmButton
                label={text.endAll}
                question={text.endAllQuestion}
                consequence={text.endAllConsequence}
                confirm={text.endAll}
                onConfirm={leave}
              />
            </Group>
          </>
        )}
      </Loaded>
    </Section>
  );
}

interface RowProps {
  readonly session: OwnSession;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, busy, onEnd }: RowProps) {
  const { security: text } = useText();
  const { browser, system } = session;
  const device = browser !== null && system !== null ? text.device(browser, system) : (browser ?? system);
  const name = device ?? text.unknownDevice;
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm" data-session={session.id}>
      <div className="grow shrink">
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          {session.current && <State state="ok">{text.thisOne}</State>}
        </Group>
        <Text size="xs" c="dimmed" className="break">
          {text.from(session.address)} · {text.methods[session.method]} · {text.opened}{' '}
          <RelativeTime at={session.created_at} /> · {text.used} <RelativeTime at={session.last_used_at} />
        </Text>
      </div>
      {!session.current && (
        <Button
          size="xs"
          variant="default"
          className="whole"
          disabled={busy}
          onClick={onEnd}
          aria-label={text.endOf(name)}
        >
          {text.end}
        </Button>
      )}
    </Group>
  );
}
