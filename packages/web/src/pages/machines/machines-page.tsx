/** The machines, one line each; the chosen one is beside the list, or in its place on a small screen. */
import '../../app/rows.css';
import '../../app/machines.css';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { machinesQuery } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { AddButton } from '../../ui/add-button.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useAdding } from '../../ui/use-adding.ts';
import { useBeside } from '../../ui/use-beside.ts';
import { useMay, usePlanRuns } from '../../ui/use-crew.ts';
import { MachinePanel } from './machine-panel.tsx';
import { MachineTable } from './machine-table.tsx';
import { TagFilter } from './tag-filter.tsx';

const route = getRouteApi('/inside/machines');

/** The forms are fetched when they are opened. */
const NewMachine = lazy(async () => ({ default: (await import('./new-machine.tsx')).NewMachine }));
const ImportDialog = lazy(async () => ({ default: (await import('./import/import-dialog.tsx')).ImportDialog }));

export function MachinesPage() {
  const { machines: text, run, ui } = useText();
  const { open: chosen } = route.useSearch();
  const navigate = useNavigate();
  const machines = useQuery(machinesQuery);
  const [tag, setTag] = useState<string | null>(null);
  const [adding, { open, close }] = useAdding();
  const [importing, setImporting] = useState(false);
  const beside = useBeside();
  const mayAdd = useMay('write-machines');
  const planRuns = usePlanRuns();
  const opened = machines.data?.find(({ slug }) => slug === chosen);
  const leave = (): void => void navigate({ to: '/machines', search: {}, replace: true, resetScroll: false });
  const add = mayAdd && (
    <>
      <Button variant="default" onClick={() => setImporting(true)}>
        {text.import}
      </Button>
      <AddButton needs="write-machines" label={text.add} onClick={open} />
    </>
  );
  return (
    <>
      <ListPage
        title={text.title}
        description={text.why}
        actions={add}
        above={<TagFilter machines={machines.data ?? []} tag={tag} onChange={setTag} />}
        query={machines}
        empty={{
          icon: 'machine',
          title: text.none,
          description: mayAdd ? text.noneWhy : planRuns ? run.noMachineCrew : ui.needsPlan,
          action: add,
        }}
      >
        {(list) => (
          <div className="split paged" data-open={opened === undefined ? undefined : true}>
            <MachineTable
              machines={list.filter(({ tags }) => tag === null || tags.includes(tag))}
              chosen={opened?.slug}
              beside={beside}
            />
            {opened !== undefined && (
              <MachinePanel key={opened.slug} machine={opened} beside={beside} onClose={leave} />
            )}
          </div>
        )}
      </ListPage>
      {adding && mayAdd && (
        <Suspense>
          <NewMachine opened onClose={close} />
        </Suspense>
      )}
      {importing && (
        <Suspense>
          <ImportDialog opened onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  );
}
