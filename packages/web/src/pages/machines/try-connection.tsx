/** Tries to reach a machine, and says what failed and how to fix it. */
import { Alert, Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Machine, machinesQuery, testMachine } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

export function TryConnection({ machine }: { readonly machine: Machine }) {
  const { machines: text } = useText();
  const queries = useQueryClient();
  const testing = useMutation({
    mutationFn: () => testMachine(machine.slug),
    onSuccess: () => queries.invalidateQueries(machinesQuery),
  });
  const reach = testing.data;
  const advice: Readonly<Record<string, string>> = text.mend;
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
      <div role="status">
        {reach?.ok === true && (
          <Alert color="teal" variant="light" mt="xs" icon={<Icon name="check" />}>
            {text.reached}
          </Alert>
        )}
        {reach?.ok === false && (
          <Alert color="red" variant="light" mt="xs" icon={<Icon name="warning" />}>
            <Text size="sm" className="break">
              {reach.message}
            </Text>
            <Text size="sm" mt={4}>
              {advice[reach.code ?? ''] ?? text.mend.other}
            </Text>
          </Alert>
        )}
      </div>
      <ProblemNotice error={testing.error} />
    </>
  );
}
