/** The vault: names and use, never a value. */
import { Alert, Button, Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { secretsQuery, type UsedSecret } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NothingYet } from '../../ui/nothing-yet.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
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
  const add = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => put(null)}>
      {text.add}
    </Button>
  );
  return (
    <>
      <PageHeader title={text.title} description={text.why} actions={add} />
      <Loaded query={secrets}>
        {(list) =>
          list.length === 0 ? (
            <NothingYet icon="secret" title={text.none} description={text.noneWhy} action={add} />
          ) : (
            <Sheet
              columns={[
                { label: text.name },
                { label: text.usedBy },
                { label: text.lastUsed },
                { label: text.actions },
              ]}
            >
              {list.map((secret) => (
                <SecretRow key={secret.name} secret={secret} onReplace={() => put(secret)} />
              ))}
            </Sheet>
          )
        }
      </Loaded>
      <Alert variant="light" color="synapse" mt="md" icon={<Icon name="shield" />} title={text.howTitle}>
        <Text size="sm">
          {text.how} <Code>{'curl -H "Authorization: Bearer {{API_TOKEN}}" …'}</Code>
        </Text>
      </Alert>
      <PutSecret key={replacing?.name ?? ''} secret={replacing} opened={opened} onClose={close} />
    </>
  );
}
