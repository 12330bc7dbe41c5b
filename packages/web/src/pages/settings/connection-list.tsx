/** The clients that are connected by OAuth: what each may do, and the buttons that take it back. */
import { Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ClientConnection, connectionsQuery, oauthAddressQuery, revokeConnection } from '../../api/connections.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Section } from '../../ui/section.tsx';
import { NarrowConnection } from './narrow-connection.tsx';

export function ConnectionList() {
  const { consent: text } = useText();
  const connections = useQuery(connectionsQuery);
  const { data: address } = useQuery(oauthAddressQuery);
  return (
    <Section title={text.connections} description={text.connectionsWhy}>
      {address !== undefined && (
        <Text size="sm" mb="sm" className="break" data-testid="oauth-address">
          {address === null ? text.off : text.address(address)}
        </Text>
      )}
      <Loaded query={connections}>
        {(list) =>
          list.length === 0 ? (
            <Text size="sm" c="dimmed">
              {text.noConnections}
            </Text>
          ) : (
            <Stack gap="md">
              {list.map((connection) => (
                <ConnectionRow key={connection.id} connection={connection} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Section>
  );
}

function ConnectionRow({ connection }: { readonly connection: ClientConnection }) {
  const { access, consent: text } = useText();
  const queries = useQueryClient();
  const { id, client_host, client_name, scopes, machines, last_used_at, expires_at, calls_today } = connection;
  const revoke = async (): Promise<void> => {
    await revokeConnection(id);
    await queries.invalidateQueries(connectionsQuery);
    notifyDone(text.revoked(client_host));
  };
  return (
    <Group justify="space-between" align="flex-start" gap="sm" data-connection={id}>
      <div className="grow shrink">
        <Text className="break">
          {client_host}
          {client_name !== null && (
            <Text span size="sm" c="dimmed">
              {' '}
              · {text.callsItself(client_name)}
            </Text>
          )}
        </Text>
        <Group gap={4} my={4}>
          {scopes.map((scope) => (
            <Badge key={scope} variant="default" tt="none">
              {scope}
            </Badge>
          ))}
        </Group>
        <Text size="xs" c="dimmed" className="break">
          {machines === null ? text.everyMachine : text.onlyOn(machines)} · {text.callsToday(calls_today)} ·{' '}
          {access.lastUse.toLowerCase()} {last_used_at === null ? access.neverUsed : <RelativeTime at={last_used_at} />}{' '}
          · {access.expires.toLowerCase()} <RelativeTime at={expires_at} />
        </Text>
      </div>
      <Group gap="xs">
        <NarrowConnection connection={connection} />
        <ConfirmButton
          label={access.revoke}
          ariaLabel={text.revokeOf(client_host)}
          size="xs"
          question={text.revokeQuestion(client_host)}
          consequence={text.revokeConsequence}
          confirm={access.revoke}
          onConfirm={revoke}
        />
      </Group>
    </Group>
  );
}
