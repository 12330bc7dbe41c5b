/** Machines from an ssh configuration: text in, a table of what it would make, and a button that makes it. */
import { FileInput, Group, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createMachine, machinesQuery } from '../../../api/machines.ts';
import { useText } from '../../../i18n/language.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { notifyDone } from '../../../ui/notify.tsx';
import { ImportKeys } from './import-keys.tsx';
import { ImportTable } from './import-table.tsx';
import { connectionOf, type Importable, keyFilesOf, readImport } from './read-import.ts';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function ImportDialog({ opened, onClose }: Props) {
  const { machines: text } = useText();
  const queries = useQueryClient();
  const { data: present = [] } = useQuery(machinesQuery);
  const [given, setGiven] = useState({ config: '', knownHosts: '', user: '' });
  const [keys, setKeys] = useState<Readonly<Record<string, string>>>({});
  const [left, setLeft] = useState<readonly string[]>([]);
  const { data: plan = [] } = useQuery({
    queryKey: ['ssh-config', given],
    queryFn: () => readImport(given),
    gcTime: 0,
  });
  const taken = new Set(present.map(({ slug }) => slug));
  const possible = plan.filter(({ slug, hops }) => hops.length > 0 && !taken.has(slug));
  const chosen = possible.filter(({ slug }) => !left.includes(slug));
  const making = useMutation({
    mutationFn: async (machines: readonly Importable[]) => {
      for (const { name, slug, hops } of machines) {
        await createMachine({ slug, label: name, kind: 'ssh', connection: connectionOf(hops, keys) });
      }
    },
    onSuccess: (_made, machines) => {
      notifyDone(text.imported(machines.length));
      onClose();
    },
    onSettled: () => queries.invalidateQueries(machinesQuery),
  });
  const change = (more: Partial<typeof given>): void => setGiven((before) => ({ ...before, ...more }));
  const upload = async (file: File | null, into: 'config' | 'knownHosts'): Promise<void> => {
    if (file !== null) change({ [into]: await file.text() });
  };
  return (
    <FormDialog
      title={text.import}
      opened={opened}
      onClose={onClose}
      size="xl"
      sending={making}
      onSubmit={() => chosen.length > 0 && making.mutate(chosen)}
      submit={text.importSubmit(chosen.length)}
      idle={chosen.length === 0}
    >
      <Text size="sm" c="dimmed">
        {text.importWhy}
      </Text>
      <Group grow align="flex-start" className="wrap-narrow">
        <FileInput
          label={text.configFile}
          placeholder="~/.ssh/config"
          onChange={(file) => void upload(file, 'config')}
        />
        <FileInput
          label={text.knownHostsFile}
          placeholder="~/.ssh/known_hosts"
          onChange={(file) => void upload(file, 'knownHosts')}
        />
        <TextInput
          label={text.importUser}
          value={given.user}
          onChange={(event) => change({ user: event.currentTarget.value })}
        />
      </Group>
      <Textarea
        label={text.configText}
        value={given.config}
        onChange={(event) => change({ config: event.currentTarget.value })}
        autosize
        minRows={4}
        maxRows={12}
        spellCheck={false}
        classNames={{ input: 'mono' }}
      />
      {plan.length > 0 && (
        <>
          <ImportTable plan={plan} taken={taken} left={left} onLeft={setLeft} />
          <ImportKeys files={keyFilesOf(chosen)} keys={keys} onKeys={setKeys} />
        </>
      )}
    </FormDialog>
  );
}
