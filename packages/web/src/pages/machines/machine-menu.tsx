/** What can be done with a machine, behind "…". */
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { deleteMachine, type Machine, machinesQuery } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { MoreItem, MoreMenu } from '../../ui/more-menu.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useKeptCrews } from '../../ui/use-crew.ts';

const MoveMachine = lazy(async () => ({ default: (await import('./move-machine.tsx')).MoveMachine }));
const EditMachine = lazy(async () => ({ default: (await import('./edit-machine.tsx')).EditMachine }));

export function MachineMenu({ machine }: { readonly machine: Machine }) {
  const { slug } = machine;
  const { machines: text, files, ui, crews } = useText();
  const crewsToo = useKeptCrews();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [editing, { open: edit, close: edited }] = useDisclosure(false);
  const [moving, { open: move, close: moved }] = useDisclosure(false);
  const [removing, { open: ask, close: leave }] = useDisclosure(false);
  const remove = async (): Promise<void> => {
    await deleteMachine(slug);
    await queries.invalidateQueries(machinesQuery);
    notifyDone(text.deleted(slug));
  };
  return (
    <>
      <MoreMenu label={ui.actionsOf(slug)}>
        <MoreItem
          icon="run"
          label={text.openConsole}
          onClick={() => void navigate({ to: '/run', search: { machine: slug } })}
        />
        <MoreItem
          needs="run"
          icon="project"
          label={files.open}
          onClick={() => void navigate({ to: '/machines/$slug/files', params: { slug } })}
        />
        <MoreItem needs="write-machines" icon="edit" label={text.editOf(slug)} onClick={edit} />
        {crewsToo.length > 0 && <MoreItem icon="admin" label={`${crews.moveOf(slug)}…`} onClick={move} />}
        <MoreItem needs="write-machines" icon="trash" label={text.deleteOf(slug)} danger onClick={ask} />
      </MoreMenu>
      <ConfirmDialog
        opened={removing}
        onClose={leave}
        question={text.deleteQuestion(slug)}
        consequence={text.deleteConsequence}
        confirm={text.delete}
        onConfirm={remove}
      />
      {moving && (
        <Suspense>
          <MoveMachine slug={slug} crews={crewsToo} onClose={moved} />
        </Suspense>
      )}
      {editing && (
        <Suspense>
          <EditMachine machine={machine} opened onClose={edited} />
        </Suspense>
      )}
    </>
  );
}
