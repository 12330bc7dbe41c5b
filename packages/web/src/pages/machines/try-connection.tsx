/** Tries to reach a machine that is stored. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Machine, machinesQuery, testMachine } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ReachNotice } from './reach-notice.tsx';

export function TryConnection({ machine }: { readonly machine: Machine }) {
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
      <ReachNotice reach={testing.data} />
      <ProblemNotice error={testing.error} />
    </>
  );
}
