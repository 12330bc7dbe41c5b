/** One tab per MCP client with its file, the content, and a one-click install if the client has one. */
import { Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { AI_CLIENT_IDS, AI_CLIENTS } from '@synapse/contract/ai-clients';
import { useState } from 'react';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { type Client, snippetFor } from './client-snippets.ts';

const CLIENTS: readonly Client[] = [...AI_CLIENT_IDS, 'other'];

/** `token` is null once it must not be shown any more. */
export function ClientTabs({ token }: { readonly token: string | null }) {
  const { access } = useText();
  const [client, setClient] = useState<Client>('claude');
  const url = `${location.origin}/tda/mcp`;
  return (
    <Tabs value={client} onChange={(value) => setClient(value as Client)} keepMounted={false} variant="outline">
      <Tabs.List aria-label={access.clients}>
        {CLIENTS.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {each === 'other' ? access.otherClient : AI_CLIENTS[each]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {CLIENTS.map((each) => (
        <Tabs.Panel key={each} value={each} pt="md">
          <ClientPanel client={each} url={url} token={token ?? access.yourToken} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function ClientPanel({
  client,
  url,
  token,
}: {
  readonly client: Client;
  readonly url: string;
  readonly token: string;
}) {
  const { access } = useText();
  const { place, text, install } = snippetFor(client, url, token);
  return (
    <Stack gap="sm">
      <Text size="sm">{access.howTo[client]}</Text>
      <Snippet place={place === 'terminal' ? access.terminal : place} text={text} />
      {install !== undefined && (
        <Group>
          <Button component="a" href={install} variant="light" leftSection={<Icon name="external" size={16} />}>
            {access.installIn(AI_CLIENTS[client === 'cursor' ? 'cursor' : 'vscode'])}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
