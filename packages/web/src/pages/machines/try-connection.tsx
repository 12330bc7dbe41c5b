/** Tries to reach a machine that is stored. Before that, it shows why the last check failed. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Machine, type MachineHealth, machinesQuery, type Reach, testMachine } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ReachNotice } from './reach-notice.tsx';

interface Props {
  readonly machine: Machine;
  readonly health: MachineHealth | undefined;
}

export function TryConnection({ machine, health }: Props) {
  const { machines: text } = useText();
  const queries = useQueryClient();
  const testing = useMutation({
    mutationFn: () => testMachine(machine.slug),
    onSuccess: () => queries.invalidateQueries(machinesQuery),
  });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={testing.isPending}
        onClick={() => testing.mutate()}
        leftSection={<Icon name="check" size={14} />}
      >
        {text.test}
      </Button>
      <ReachNotice reach={testing.data ?? lastFailure(machine, health)} />
      <ProblemNotice error={testing.error} />
    </>
  );
}

function lastFailure({ connected, statut }: Machine, health: MachineHealth | undefined): Reach | undefined {
  if (connected || statut !== 'active' || health?.reached !== false || health.message === null) return undefined;
  return { ok: false, code: health.refusal ?? '', message: health.message };
}
