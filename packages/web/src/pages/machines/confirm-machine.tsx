/** Where a machine leads that an assistant made or changed, and the button by which a person confirms what is shown. */
import { Alert, Button, Code, DataList, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { confirmMachine, type Machine, machinesQuery } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { hopAddresses } from './machine-address.ts';

export function ConfirmMachine({ machine }: { readonly machine: Machine }) {
  const { machines: text } = useText();
  const queries = useQueryClient();
  const confirming = useMutation({
    mutationFn: () => confirmMachine(machine),
    // Also after a refusal: it has changed since it was shown.
    onSettled: () => queries.invalidateQueries(machinesQuery),
  });
  const { slug, kind, made_by, secrets, containers, host_keys } = machine;
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    [text.kind, text.kinds[kind]],
    [text.confirmAddress, list(hopAddresses(machine, text.byAgent))],
    [text.confirmHostKey, kind === 'ssh' ? (keys(host_keys) ?? text.confirmNoKey) : null],
    [text.confirmSecrets, list(secrets)],
    [text.confirmContainers, list(containers)],
  ];
  return (
    <Alert color="yellow" icon={<Icon name="warning" />} title={text.confirmTitle(slug)} data-unconfirmed={slug}>
      <Text size="sm" mb="xs">
        {made_by === 'assistant' ? text.confirmMade : text.confirmChanged}
      </Text>
      <DataList labelWidth="104px">
        {facts
          .filter(([, value]) => value !== null)
          .map(([label, value]) => (
            <DataList.Item key={label}>
              <DataList.ItemLabel>{label}</DataList.ItemLabel>
              <DataList.ItemValue className="break">{value}</DataList.ItemValue>
            </DataList.Item>
          ))}
      </DataList>
      <ProblemNotice error={confirming.error} />
      <Group mt="sm">
        <Button size="xs" loading={confirming.isPending} onClick={() => confirming.mutate()}>
          {text.confirm}
        </Button>
      </Group>
    </Alert>
  );
}

function list(names: readonly string[]): ReactNode {
  return names.length === 0 ? null : (
    <Group gap={6}>
      {names.map((name) => (
        <Code key={name}>{name}</Code>
      ))}
    </Group>
  );
}

const keys = (hostKeys: Machine['host_keys']): ReactNode =>
  list(hostKeys.map(({ address, fingerprint, key }) => `${address} ${fingerprint ?? key}`));
