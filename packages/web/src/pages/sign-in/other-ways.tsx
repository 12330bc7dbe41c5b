/** The ways in besides the password, where there are any: an issuer, a passkey. */
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { withQuery } from '../../api/call.ts';
import { NoPasskey, signInWithPasskey, waysQuery } from '../../api/factors.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { safeReturn } from './safe-return.ts';

const route = getRouteApi('/sign-in');

export function OtherWays({ onSignedIn }: { readonly onSignedIn: () => Promise<void> }) {
  const { signIn: text } = useText();
  const { from } = route.useSearch();
  const { data: ways } = useQuery(waysQuery);
  const entering = useMutation({ mutationFn: signInWithPasskey, onSuccess: onSignedIn });
  const none = entering.error instanceof NoPasskey;
  // The form works without them: a person with no passkey and no issuer waits for nothing.
  if (ways === undefined || (!ways.passkeys && ways.single_sign_on === null)) return null;
  return (
    <Stack mt="md">
      <Text ta="center" size="sm" c="dimmed">
        {text.or}
      </Text>
      {none && (
        <Alert role="alert" color="yellow">
          {text.passkeyFailed}
        </Alert>
      )}
      <ProblemNotice error={none ? null : entering.error} />
      {ways.single_sign_on !== null && (
        <Button
          component="a"
          href={withQuery('/auth/single-sign-on', { from: safeReturn(from) })}
          variant="default"
          fullWidth
          leftSection={<Icon name="external" size={16} />}
        >
          {text.singleSignOn(ways.single_sign_on)}
        </Button>
      )}
      {ways.passkeys && (
        <Button
          variant="default"
          fullWidth
          loading={entering.isPending}
          onClick={() => entering.mutate()}
          leftSection={<Icon name="key" size={16} />}
        >
          {text.passkey}
        </Button>
      )}
    </Stack>
  );
}
