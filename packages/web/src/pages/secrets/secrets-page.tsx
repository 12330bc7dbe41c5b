/** The vault: names and use, never a value. */
import { Button, Code, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, lazy, Suspense, useState } from 'react';
import { secretsQuery, type UsedSecret } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';
import { AddButton } from '../../ui/add-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useAdding } from '../../ui/use-adding.ts';
import { byFolder } from './by-folder.ts';
import { FolderRow } from './folder-row.tsx';
import { PutSecret } from './put-secret.tsx';
import { SecretRow } from './secret-row.tsx';

const ImportEnv = lazy(async () => ({ default: (await import('./import-env.tsx')).ImportEnv }));

export function SecretsPage() {
  const { secrets: text } = useText();
  const secrets = useQuery(secretsQuery);
  const [opened, { open, close }] = useAdding();
  const [replacing, setReplacing] = useState<UsedSecret | null>(null);
  const [importing, setImporting] = useState(false);
  const known = secrets.data ?? [];
  const put = (secret: UsedSecret | null): void => {
    setReplacing(secret);
    open();
  };
  const add = (
    <Group gap="sm">
      <Button variant="default" onClick={() => setImporting(true)}>
        {text.import}
      </Button>
      <AddButton label={text.add} onClick={() => put(null)} />
    </Group>
  );
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
            columns={[
              { label: text.name },
              { label: text.usedBy },
              { label: text.lastUsed },
              { label: text.actions, width: '56px', silent: true },
            ]}
          >
            {byFolder(list).map(({ folder, secrets: inside }, _, all) => (
              <Fragment key={folder ?? ''}>
                {(folder !== null || all.length > 1) && <FolderRow name={folder ?? text.noFolder} />}
                {inside.map((secret) => (
                  <SecretRow key={secret.name} secret={secret} onReplace={() => put(secret)} />
                ))}
              </Fragment>
            ))}
          </Sheet>
        )}
      </ListPage>
      <Text size="xs" c="dimmed" className="how-to">
        <Icon name="shield" />
        {text.how} <Code>{'curl -H "Authorization: Bearer {{API_TOKEN}}" …'}</Code>
      </Text>
      <PutSecret
        key={replacing?.name ?? ''}
        secret={replacing}
        folders={[...new Set(known.flatMap(({ folder }) => folder ?? []))]}
        opened={opened}
        onClose={close}
      />
      {importing && (
        <Suspense>
          <ImportEnv taken={new Set(known.map(({ name }) => name))} opened onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  );
}
