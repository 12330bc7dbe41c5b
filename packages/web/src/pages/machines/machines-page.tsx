/** The machines, each with its state, and a button to add one. */
import { Button, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { machinesQuery } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NothingYet } from '../../ui/nothing-yet.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useAdding } from '../../ui/use-adding.ts';
import { MachineCard } from './machine-card.tsx';
import { NewMachine } from './new-machine.tsx';

export function MachinesPage() {
  const { machines: text } = useText();
  const machines = useQuery(machinesQuery);
  const [adding, { open, close }] = useAdding();
  const add = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
      {text.add}
    </Button>
  );
  return (
    <>
      <PageHeader title={text.title} description={text.why} actions={add} />
      <Loaded query={machines}>
        {(list) =>
          list.length === 0 ? (
            <NothingYet icon="machine" title={text.none} description={text.noneWhy} action={add} />
          ) : (
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
              {list.map((machine) => (
                <MachineCard key={machine.slug} machine={machine} />
              ))}
            </SimpleGrid>
          )
        }
      </Loaded>
      <NewMachine opened={adding} onClose={close} />
    </>
  );
}
