/** The console: runs commands as the assistant would, and shows both what they print and what the assistant gets. */
import '../../app/console.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Order, startExecution } from '../../api/executions.ts';
import { machinesQuery } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useMay, usePlanRuns } from '../../ui/use-crew.ts';
import { CommandForm } from './command-form.tsx';
import { rememberMachine, useConsole, withDraft, withRun, withSettled } from './console-state.ts';
import { Runs } from './runs.tsx';

const route = getRouteApi('/inside/run');

export function RunPage() {
  const { run: text, ui } = useText();
  const { machine } = route.useSearch();
  const machines = useQuery(machinesQuery);
  const mayAdd = useMay('write-machines');
  const planRuns = usePlanRuns();
  const [state, change] = useConsole();
  useEffect(() => {
    if (machine !== undefined) change(withDraft({ machine }));
  }, [machine, change]);
  const aimed = state.draft.machine;
  useEffect(() => {
    if (aimed !== '') rememberMachine(aimed);
  }, [aimed]);
  const starting = useMutation({
    mutationFn: startExecution,
    onSuccess: ({ execution_id }, order: Order) => change(withRun({ id: execution_id, order, startedAt: Date.now() })),
  });
  return (
    <ListPage
      title={text.title}
      description={text.why}
      query={machines}
      empty={{
        icon: 'machine',
        title: text.noMachine,
        description: mayAdd ? text.noMachineWhy : planRuns ? text.noMachineCrew : ui.needsPlan,
        ...(mayAdd && { action: <LinkButton to="/machines">{text.toMachines}</LinkButton> }),
      }}
    >
      {(list) => (
        <div className="console">
          <CommandForm
            machines={list}
            draft={state.draft}
            busy={starting.isPending}
            start={state.start}
            settled={state.settled}
            onChange={(draft) => change(withDraft(draft))}
            onStarted={() => change((now) => ({ ...now, start: false }))}
            onRun={(order) => {
              change(withSettled(order.machine));
              starting.mutate(order);
            }}
          />
          <ProblemNotice error={starting.error} />
          <Runs state={state} onChange={change} />
        </div>
      )}
    </ListPage>
  );
}
