/** The vault: names and use, never a value. One line each; the chosen one is beside the list. */
import '../../app/rows.css';
import '../../app/secrets.css';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { secretsQuery } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';
import { AddButton } from '../../ui/add-button.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useAdding } from '../../ui/use-adding.ts';
import { useBeside } from '../../ui/use-beside.ts';
import { useMay, usePlanRuns } from '../../ui/use-crew.ts';
import { PutSecret } from './put-secret.tsx';
import { filterSecrets } from './secret-filter.ts';
import { SecretFilterBar } from './secret-filter-bar.tsx';
import { SecretPanel } from './secret-panel.tsx';
import { SecretTable } from './secret-table.tsx';

const route = getRouteApi('/inside/secrets');

const ImportEnv = lazy(async () => ({ default: (await import('./import-env.tsx')).ImportEnv }));

export function SecretsPage() {
  const { secrets: text, ui } = useText();
  const search = route.useSearch();
  const navigate = useNavigate();
  const secrets = useQuery(secretsQuery);
  const [adding, { open, close }] = useAdding();
  const [importing, setImporting] = useState(false);
  const beside = useBeside();
  const mayWrite = useMay('write-secrets');
  const planRuns = usePlanRuns();
  const known = secrets.data ?? [];
  const folders = [...new Set(known.flatMap(({ folder }) => folder ?? []))].toSorted();
  const opened = known.find(({ name }) => name === search.open);
  const leave = (): void => {
    void navigate({ to: '/secrets', search: ({ open: _, ...rest }) => rest, replace: true, resetScroll: false });
  };
  const add = mayWrite && (
    <>
      <Button variant="default" onClick={() => setImporting(true)}>
        {text.import}
      </Button>
      <AddButton needs="write-secrets" label={text.add} onClick={open} />
    </>
  );
  return (
    <>
      <ListPage
        title={text.title}
        description={text.why}
        actions={add}
        query={secrets}
        above={known.length > 0 && <SecretFilterBar search={search} />}
        empty={{ icon: 'secret', title: text.none, description: planRuns ? text.noneWhy : ui.needsPlan, action: add }}
      >
        {(list) => (
          <div className="split paged" data-open={opened === undefined ? undefined : true}>
            <SecretTable
              secrets={filterSecrets(list, search)}
              folders={folders}
              search={search}
              chosen={opened?.name}
              beside={beside}
            />
            {opened !== undefined && (
              <SecretPanel key={opened.name} secret={opened} folders={folders} beside={beside} onClose={leave} />
            )}
          </div>
        )}
      </ListPage>
      <PutSecret secret={null} folders={folders} opened={adding && mayWrite} onClose={close} />
      {importing && (
        <Suspense>
          <ImportEnv taken={new Set(known.map(({ name }) => name))} opened onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  );
}
