/** The sign-in page: name and password for a session cookie. */
import { Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect } from 'react';
import { signIn } from '../../api/session.ts';
import { useText } from '../../i18n/language.tsx';
import { ViewMenu } from '../../layout/view-menu.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { safeReturn } from './safe-return.ts';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { signIn: text } = useText();
  const { from } = route.useSearch();
  const router = useRouter();
  const queries = useQueryClient();
  const entering = useMutation({
    mutationFn: ({ username, password }: { username: string; password: string }) => signIn(username, password),
    onSuccess: async () => {
      queries.clear();
      await router.navigate({ href: safeReturn(from), replace: true });
    },
  });
  useEffect(() => {
    document.title = `${text.title} · Synapse`;
  }, [text.title]);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    entering.mutate({ username: String(form.get('username')), password: String(form.get('password')) });
  };
  return (
    <Center mih="100vh" p="md" component="main" className="door">
      <Paper withBorder shadow="md" p="xl" w="100%" maw={400}>
        <Stack gap={4} mb="lg" align="center">
          <img src="/favicon.svg" alt="" width={48} height={48} />
          <Title order={1}>Synapse</Title>
          <Text c="dimmed" ta="center" size="sm">
            {text.tagline}
          </Text>
        </Stack>
        <ProblemNotice error={entering.error} />
        <form onSubmit={onSubmit}>
          <Stack>
            <TextInput
              name="username"
              label={text.username}
              autoComplete="username"
              required
              autoFocus
              maxLength={256}
            />
            <PasswordInput
              name="password"
              label={text.password}
              description={text.passwordHint}
              autoComplete="current-password"
              required
              maxLength={1024}
              visibilityToggleButtonProps={{ 'aria-label': text.showPassword }}
            />
            <Button type="submit" fullWidth loading={entering.isPending}>
              {text.submit}
            </Button>
          </Stack>
        </form>
        <Center mt="sm">
          <ViewMenu withSettings={false} />
        </Center>
      </Paper>
    </Center>
  );
}
