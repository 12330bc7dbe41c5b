/** One tab per MCP client: where its configuration goes, how to merge it, and a one-click install if there is one. */
import { Alert, Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { AI_CLIENT_IDS, AI_CLIENTS, CONNECTOR_IDS, CONNECTORS } from '@synapse/contract/ai-clients';
import { isReachedFromCloud } from '@synapse/contract/public-host';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { oauthAddressQuery } from '../../api/connections.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { type Client, type Reached, snippetFor } from './client-snippets.ts';

const CLIENTS: readonly Client[] = [...AI_CLIENT_IDS, ...CONNECTOR_IDS, 'other'];
const NAMES = { ...AI_CLIENTS, ...CONNECTORS };

/** `token` is null once it must not be shown any more. */
export function ClientTabs({ token }: { readonly token: string | null }) {
  const { access } = useText();
  const [client, setClient] = useState<Client>('claude');
  const { data: bare = null } = useQuery(oauthAddressQuery);
  const reached = { url: location.origin, token: token ?? access.yourToken, bare };
  return (
    <Tabs value={client} onChange={(value) => setClient(value as Client)} keepMounted={false} variant="outline">
      <Tabs.List aria-label={access.clients}>
        {CLIENTS.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {each === 'other' ? access.otherClient : NAMES[each]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {CLIENTS.map((each) => (
        <Tabs.Panel key={each} value={each} pt="md">
          <ClientPanel client={each} reached={reached} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function ClientPanel({ client, reached }: { readonly client: Client; readonly reached: Reached }) {
  const { access } = useText();
  const { place, text, within, install } = snippetFor(client, reached);
  const places: Readonly<Record<string, string>> = { terminal: access.terminal, address: access.connectorAddress };
  const isConnector = client === 'claude-ai' || client === 'chatgpt';
  if (isConnector && (reached.bare === null || !isReachedFromCloud(reached.bare)))
    return <Alert color="yellow">{access.needsPublic}</Alert>;
  return (
    <Stack gap="sm">
      {client === 'claude' && <Bundle />}
      <Text size="sm">{access.howTo[client]}</Text>
      <Snippet place={places[place] ?? place} text={text} />
      {within !== undefined && (
        <Text size="sm" c="dimmed">
          {access.merge(within)}
        </Text>
      )}
      {text.includes(access.yourToken) && (
        <Text size="sm" c="dimmed">
          {access.tokenFirst}
        </Text>
      )}
      {install !== undefined && (
        <Group>
          <Button component="a" href={install} variant="light" leftSection={<Icon name="external" size={16} />}>
            {access.installIn(NAMES[client === 'cursor' ? 'cursor' : 'vscode'])}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** The way that needs no file and no other program: the client asks for the token, and keeps it in its keychain. */
function Bundle() {
  const { access } = useText();
  return (
    <>
      <Text size="sm">{access.bundleWhy}</Text>
      <Group>
        <Button
          component="a"
          href="/synapse/mcp-bundle"
          download="synapse.mcpb"
          leftSection={<Icon name="download" size={16} />}
        >
          {access.bundle}
        </Button>
      </Group>
    </>
  );
}
