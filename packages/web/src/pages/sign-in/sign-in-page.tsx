/** The sign-in page: a session cookie for name and password, a passkey, or what an issuer says. */
import { Alert, Stack, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { rememberSession } from '../../api/session.ts';
import { useText } from '../../i18n/language.tsx';
import { CardPage } from '../../layout/card-page.tsx';
import { Icon } from '../../ui/icon.tsx';
import { OtherWays } from './other-ways.tsx';
import { PasswordForm } from './password-form.tsx';
import { useGoOn } from './use-go-on.ts';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { signIn: text, crews, ui } = useText();
  const { problem, ended, done, from } = route.useSearch();
  const goOn = useGoOn();
  useEffect(() => {
    if (done !== true) return;
    rememberSession();
    void goOn();
  }, [done, goOn]);
  const why = problem === undefined ? undefined : (text.problems[problem] ?? ui.unexpected);
  return (
    <CardPage title={text.title} width={400}>
      <Stack gap={4} mb="lg" align="center">
        <img src="/favicon.svg" alt="" width={48} height={48} />
        <Title order={1}>Synapse</Title>
        <Text c="dimmed" ta="center" size="sm">
          {text.tagline}
        </Text>
      </Stack>
      {why !== undefined && (
        <Alert role="alert" color="red" icon={<Icon name="warning" />} mb="md">
          {why}
        </Alert>
      )}
      {from?.startsWith('/crews/join') === true && (
        <Alert role="status" icon={<Icon name="admin" />} mb="md">
          {crews.join}
        </Alert>
      )}
      {why === undefined && ended === true && (
        <Alert role="status" color="synapse" icon={<Icon name="info" />} mb="md">
          {text.ended}
        </Alert>
      )}
      <PasswordForm onSignedIn={goOn} />
      <OtherWays onSignedIn={goOn} />
    </CardPage>
  );
}
