/** "Waiting for the first call…" until the client really called. */
import { Alert, Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CLIENT_KEY, type ConnectedClient } from '../../api/live.ts';
import { tokensQuery } from '../../api/tokens.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

const POLL_MS = 2000;

/** `since` is when the token was generated, if it was generated on this page. */
export function FirstCall({ since }: { readonly since: string | null }) {
  const { access } = useText();
  const { data: client } = useQuery<ConnectedClient | null>({
    queryKey: CLIENT_KEY,
    queryFn: () => null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data: active } = useQuery({
    ...tokensQuery,
    select: ({ tokens }) => tokens.find(({ status }) => status === 'active') ?? null,
    refetchInterval: ({ state }) => (isWaiting(state.data?.tokens) ? POLL_MS : false),
  });
  if (active === undefined || active === null) return null;
  if (active.last_used_at === null || (since !== null && active.last_used_at < since)) {
    return (
      <Group mt="md" gap="sm" role="status">
        <Loader size="xs" aria-hidden />
        <Text size="sm">{access.waiting}</Text>
      </Group>
    );
  }
  return (
    <Alert
      mt="md"
      color="teal"
      icon={<Icon name="check" />}
      title={client == null ? access.connected : access.connectedAs(client.name, client.tools)}
      role="status"
    >
      {access.lastUse} <RelativeTime at={active.last_used_at} />
    </Alert>
  );
}

function isWaiting(tokens: readonly { status: string; last_used_at: string | null }[] | undefined): boolean {
  return tokens?.some(({ status, last_used_at }) => status === 'active' && last_used_at === null) ?? false;
}
