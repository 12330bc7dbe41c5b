/** Joins a crew by the link that somebody has passed on: it shows and asks; opening it joins nothing. */
import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { joinCrew } from '../../api/crews.ts';
import { meQuery } from '../../api/session.ts';
import { addressIn } from '../../api/workspace.ts';
import { useText } from '../../i18n/language.tsx';
import { CardPage } from '../../layout/card-page.tsx';
import { Form } from '../../ui/form.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

const route = getRouteApi('/crews/join');

export function JoinPage() {
  const { crews: text } = useText();
  const { code } = route.useSearch();
  const me = useQuery(meQuery);
  const joining = useMutation({
    mutationFn: joinCrew,
    // The link has been used: going back would only show that.
    onSuccess: ({ slug }) => location.replace(addressIn(slug, '/')),
  });
  return (
    <CardPage title={text.join} width={420}>
      <Title order={1} size="h2" mb="md">
        {text.join}
      </Title>
      <Form onSubmit={(form) => joining.mutate(code ?? String(form.get('code')))}>
        <Stack>
          {code === undefined ? (
            <TextInput
              name="code"
              label={text.joinCode}
              description={text.joinCodeWhy}
              required
              maxLength={2048}
              autoFocus
              autoComplete="off"
            />
          ) : (
            <Text>{text.joinWhy(me.data?.username ?? '')}</Text>
          )}
          <ProblemNotice error={joining.error} />
          <Button type="submit" fullWidth loading={joining.isPending || joining.isSuccess}>
            {text.joinDo}
          </Button>
          <Button component="a" href="/" variant="default" fullWidth>
            {text.toOwn}
          </Button>
        </Stack>
      </Form>
    </CardPage>
  );
}
