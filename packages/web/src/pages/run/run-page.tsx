/** The console: runs a command as the assistant would, and shows both what it printed and what the assistant gets. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { startExecution } from '../../api/executions.ts';
import { machinesQuery } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { CommandForm } from './command-form.tsx';
import { RunResult } from './run-result.tsx';

const route = getRouteApi('/inside/run');

export function RunPage() {
  const { run: text } = useText();
  const { machine } = route.useSearch();
  const machines = useQuery(machinesQuery);
  const running = useMutation({ mutationFn: startExecution });
  return (
    <>
      <ListPage
        title={text.title}
        description={text.why}
        query={machines}
        empty={{
          icon: 'machine',
          title: text.noMachine,
          description: text.noMachineWhy,
          action: <LinkButton to="/machines">{text.toMachines}</LinkButton>,
        }}
      >
        {(list) => <CommandForm machines={list} wanted={machine} busy={running.isPending} onRun={running.mutate} />}
      </ListPage>
      <ProblemNotice error={running.error} />
      {running.data !== undefined && <RunResult key={running.data.execution_id} id={running.data.execution_id} />}
    </>
  );
}
