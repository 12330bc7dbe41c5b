/** One command on many machines: which, what, and a grid that shows what becomes of each as it happens. */
import '../../app/many.css';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { machinesQuery } from '../../api/machines.ts';
import { type ManyEvent, type ManyWish, runOnMany } from '../../api/many.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { NothingYet } from '../../ui/nothing-yet.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useMay, usePlanRuns } from '../../ui/use-crew.ts';
import { ManyAnswers } from './many-answers.tsx';
import { ManyForm } from './many-form.tsx';
import { ManyGrid } from './many-grid.tsx';

type States = ReadonlyMap<string, ManyEvent>;

export function ManyPage() {
  const { many: text, run, ui } = useText();
  const { data: machines } = useQuery(machinesQuery);
  const mayAdd = useMay('write-machines');
  const planRuns = usePlanRuns();
  const [states, setStates] = useState<States>(new Map());
  const stopper = useRef(new AbortController());
  const running = useMutation({
    mutationFn: (wish: ManyWish) => {
      stopper.current = new AbortController();
      setStates(new Map());
      const note = (event: ManyEvent): void => setStates((before) => new Map(before).set(event.machine, event));
      return runOnMany(wish, note, stopper.current.signal);
    },
  });
  if (machines?.length === 0) {
    return (
      <>
        <PageHeader title={text.title} help={text.why} />
        <NothingYet
          icon="machine"
          title={run.noMachine}
          description={mayAdd ? run.noMachineWhy : planRuns ? run.noMachineCrew : ui.needsPlan}
          {...(mayAdd && { action: <LinkButton to="/machines">{run.toMachines}</LinkButton> })}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader title={text.title} help={text.why} />
      <ManyForm machines={machines ?? []} busy={running.isPending} onRun={running.mutate} />
      {running.isPending && (
        <Button
          variant="default"
          className="stop"
          mb="md"
          leftSection={<Icon name="stop" size={14} />}
          onClick={() => stopper.current.abort()}
        >
          {text.stop}
        </Button>
      )}
      {!stopper.current.signal.aborted && <ProblemNotice error={running.error} />}
      {running.isIdle && <NothingYet icon="network" title={text.none} description={text.noneWhy} />}
      <ManyGrid states={[...states.values()]} />
      {running.data !== undefined && <ManyAnswers result={running.data} />}
    </>
  );
}
