/** Name and password, and then the code of an authenticator app for accounts that have one. */
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from '../../api/problem.ts';
import { type Credentials, signIn } from '../../api/session.ts';
import { useText } from '../../i18n/language.tsx';
import { Form } from '../../ui/form.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

export function PasswordForm({ onSignedIn }: { readonly onSignedIn: () => Promise<void> }) {
  const { signIn: text } = useText();
  /** Right, as far as they go: only the code is missing. */
  const [accepted, setAccepted] = useState<Credentials | null>(null);
  const entering = useMutation({
    mutationFn: signIn,
    onSuccess: onSignedIn,
    onError: (error, credentials) => {
      if (asksForCode(error)) setAccepted({ username: credentials.username, password: credentials.password });
    },
  });
  const onSubmit = (form: FormData): void => {
    const field = (name: string): string => String(form.get(name));
    entering.mutate(
      accepted === null
        ? { username: field('username'), password: field('password') }
        : { ...accepted, code: field('code') },
    );
  };
  const back = (): void => {
    setAccepted(null);
    entering.reset();
  };
  return (
    <>
      <ProblemNotice error={asksForCode(entering.error) ? null : entering.error} />
      {isWrongPassword(entering.error) && (
        <Text size="sm" mb="md">
          {text.lostPassword}
        </Text>
      )}
      <Form onSubmit={onSubmit}>
        <Stack>
          {accepted === null ? <NameAndPassword /> : <Code />}
          <Button type="submit" fullWidth loading={entering.isPending}>
            {text.submit}
          </Button>
          {accepted !== null && (
            <Button variant="subtle" fullWidth onClick={back}>
              {text.back}
            </Button>
          )}
        </Stack>
      </Form>
    </>
  );
}

const isWrongPassword = (error: unknown): boolean => error instanceof Problem && error.code === 'invalid_credentials';

const asksForCode = (error: unknown): boolean => error instanceof Problem && error.code === 'code_required';

function NameAndPassword() {
  const { signIn: text } = useText();
  return (
    <>
      <TextInput name="username" label={text.username} autoComplete="username" required autoFocus maxLength={256} />
      <PasswordInput
        name="password"
        label={text.password}
        description={text.passwordHint}
        autoComplete="current-password"
        required
        maxLength={1024}
      />
    </>
  );
}

function Code() {
  const { signIn: text } = useText();
  return (
    <TextInput
      name="code"
      label={text.code}
      description={text.codeHint}
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      required
      autoFocus
      maxLength={64}
    />
  );
}
