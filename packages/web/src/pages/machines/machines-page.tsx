/** The machines, each with its state, and a button to add one. */
import { Button, Group, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { machinesQuery } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { AddButton } from '../../ui/add-button.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useAdding } from '../../ui/use-adding.ts';
import { MachineCard } from './machine-card.tsx';
import { TagFilter } from './tag-filter.tsx';

/** The forms are fetched when they are opened. */
const NewMachine = lazy(async () => ({ default: (await import('./new-machine.tsx')).NewMachine }));
const ImportDialog = lazy(async () => ({ default: (await import('./import/import-dialog.tsx')).ImportDialog }));

export function MachinesPage() {
  const { machines: text } = useText();
  const machines = useQuery(machinesQuery);
  const [tag, setTag] = useState<string | null>(null);
  const [adding, { open, close }] = useAdding();
  const [importing, setImporting] = useState(false);
  const add = (
    <Group gap="sm">
      <Button variant="default" onClick={() => setImporting(true)}>
        {text.import}
      </Button>
      <AddButton label={text.add} onClick={open} />
    </Group>
  );
  return (
    <>
      <ListPage
        title={text.title}
        description={text.why}
        actions={add}
        above={<TagFilter machines={machines.data ?? []} tag={tag} onChange={setTag} />}
        query={machines}
        empty={{ icon: 'machine', title: text.none, description: text.noneWhy, action: add }}
      >
        {(list) => (
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
            {list
              .filter(({ tags }) => tag === null || tags.includes(tag))
              .map((machine) => (
                <MachineCard key={machine.slug} machine={machine} />
              ))}
          </SimpleGrid>
        )}
      </ListPage>
      {adding && (
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
