/** Which machines, which command, and how carefully. */
import { Button, Group, NumberInput, Paper, Stack, TagsInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Machine } from '../../api/machines.ts';
import type { ManyWish } from '../../api/many.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { CommandInput } from '../run/command-input.tsx';

interface Props {
  readonly machines: readonly Machine[];
  readonly busy: boolean;
  readonly onRun: (wish: ManyWish) => void;
}

export function ManyForm({ machines, busy, onRun }: Props) {
  const { many: text, run } = useText();
  const [chosen, setChosen] = useState<string[]>([]);
  const [command, setCommand] = useState('');
  const tags = [...new Set(machines.flatMap((machine) => machine.tags))].toSorted();
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const first = Number(form.get('first'));
    onRun({
      machines: chosen,
      command,
      max_parallel: Number(form.get('parallel')),
      timeout_seconds: Number(form.get('timeout')),
      ...(first > 0 ? { first } : {}),
    });
  };
  return (
    <Paper withBorder p="lg" mb="md">
      <form onSubmit={onSubmit}>
        <Stack>
          <TagsInput
            label={text.machines}
            description={text.machinesHint}
            value={chosen}
            onChange={setChosen}
            data={[...tags.map((tag) => `tag:${tag}`), ...machines.map(({ slug }) => slug)]}
            maxTags={50}
            acceptValueOnBlur
          />
          <CommandInput value={command} onChange={setCommand} />
          <Group align="flex-end">
            <NumberInput name="first" label={text.first} defaultValue={0} min={0} max={50} maw={220} />
            <NumberInput name="parallel" label={text.parallel} defaultValue={16} min={1} max={50} maw={160} />
            <NumberInput name="timeout" label={run.timeout} defaultValue={30} min={1} max={300} maw={140} />
            <Button
              type="submit"
              loading={busy}
              disabled={command.trim() === '' || chosen.length === 0}
              leftSection={<Icon name="run" size={16} />}
            >
              {run.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
