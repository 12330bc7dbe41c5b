/** The vault: names and use, never a value. */
import { Alert, Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { secretsQuery, type UsedSecret } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';
import { AddButton } from '../../ui/add-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useAdding } from '../../ui/use-adding.ts';
import { PutSecret } from './put-secret.tsx';
import { SecretRow } from './secret-row.tsx';

export function SecretsPage() {
  const { secrets: text } = useText();
  const secrets = useQuery(secretsQuery);
  const [opened, { open, close }] = useAdding();
  const [replacing, setReplacing] = useState<UsedSecret | null>(null);
  const put = (secret: UsedSecret | null): void => {
    setReplacing(secret);
    open();
  };
  const add = <AddButton label={text.add} onClick={() => put(null)} />;
  return (
    <>
      <ListPage
        title={text.title}
        description={text.why}
        actions={add}
        query={secrets}
        empty={{ icon: 'secret', title: text.none, description: text.noneWhy, action: add }}
      >
        {(list) => (
          <Sheet
            columns={[{ label: text.name }, { label: text.usedBy }, { label: text.lastUsed }, { label: text.actions }]}
          >
            {list.map((secret) => (
              <SecretRow key={secret.name} secret={secret} onReplace={() => put(secret)} />
            ))}
          </Sheet>
        )}
      </ListPage>
      <Alert variant="light" color="synapse" mt="md" icon={<Icon name="shield" />} title={text.howTitle}>
        <Text size="sm">
          {text.how} <Code>{'curl -H "Authorization: Bearer {{API_TOKEN}}" …'}</Code>
        </Text>
      </Alert>
      <PutSecret key={replacing?.name ?? ''} secret={replacing} opened={opened} onClose={close} />
    </>
  );
}
