/** A program shows a code and waits: a person who types it here signs the program in as themselves. */
import { Alert, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../../api/session.ts';
import { type AskingProgram, answerSignIn, showSignIn } from '../../api/sign-in-requests.ts';
import { useText } from '../../i18n/language.tsx';
import { CardPage } from '../../layout/card-page.tsx';
import { Form } from '../../ui/form.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

export function DevicePage() {
  const { device: text } = useText();
  const [code, setCode] = useState('');
  const asking = useMutation({ mutationFn: () => showSignIn(code) });
  return (
    <CardPage title={text.title} width={520}>
      <Title order={1} size="h2" mb="md">
        {text.title}
      </Title>
      {asking.data !== undefined ? (
        <Answer code={code} program={asking.data} />
      ) : (
        <Form onSubmit={() => asking.mutate()}>
          <Stack>
            <TextInput
              label={text.code}
              description={text.why}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              required
              autoFocus
              maxLength={32}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              classNames={{ input: 'mono' }}
            />
            <ProblemNotice error={asking.error} />
            <Group>
              <Button type="submit" loading={asking.isPending}>
                {text.next}
              </Button>
            </Group>
          </Stack>
        </Form>
      )}
    </CardPage>
  );
}

function Answer({ code, program }: { readonly code: string; readonly program: AskingProgram }) {
  const { device: text } = useText();
  const me = useQuery(meQuery);
  const answering = useMutation({
    mutationFn: (decision: 'approve' | 'deny') => answerSignIn({ user_code: code, decision }),
  });
  if (answering.isSuccess) return <Text>{answering.variables === 'approve' ? text.allowed : text.refused}</Text>;
  return (
    <Stack>
      <Text className="break" data-testid="asking-program">
        {text.asks(program.program, program.address)}
      </Text>
      <Text size="sm" c="dimmed">
        {text.asked} <RelativeTime at={program.asked_at} />
      </Text>
      <Alert color="yellow">{text.consequence(me.data?.username ?? '')}</Alert>
      <ProblemNotice error={answering.error} />
      <Group>
        <Button disabled={answering.isPending} onClick={() => answering.mutate('approve')}>
          {text.allow}
        </Button>
        <Button variant="default" disabled={answering.isPending} onClick={() => answering.mutate('deny')}>
          {text.refuse}
        </Button>
      </Group>
    </Stack>
  );
}
