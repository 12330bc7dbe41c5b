/** One tab per MCP client with its file, the content, and a one-click install if the client has one. */
import { Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { CLIENT_NAMES, CLIENTS, type Client, snippetFor } from './client-snippets.ts';

/** `token` is null once it must not be shown any more. */
export function ClientTabs({ token }: { readonly token: string | null }) {
  const { access } = useText();
  const [client, setClient] = useState<Client>('claude-desktop');
  const url = `${location.origin}/tda/mcp`;
  return (
    <Tabs value={client} onChange={(value) => setClient(value as Client)} keepMounted={false} variant="outline">
      <Tabs.List aria-label={access.clients}>
        {CLIENTS.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {each === 'other' ? access.otherClient : CLIENT_NAMES[each]}
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
            {access.installIn(client === 'cursor' ? 'Cursor' : 'VS Code')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
