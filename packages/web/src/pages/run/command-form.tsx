/** Machine, container, directory, command; with completion of placeholders and aliases. */
import { Button, Group, NativeSelect, NumberInput, Paper, Stack, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Order } from '../../api/executions.ts';
import type { Machine } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { CommandInput } from './command-input.tsx';
import { VerdictDot } from './verdict-dot.tsx';

interface Props {
  readonly machines: readonly Machine[];
  readonly wanted: string | undefined;
  readonly busy: boolean;
  readonly onRun: (order: Order) => void;
}

export function CommandForm({ machines, wanted, busy, onRun }: Props) {
  const { run: text } = useText();
  const [slug, setSlug] = useState(machines.find((each) => each.slug === wanted)?.slug ?? machines[0]?.slug ?? '');
  const [command, setCommand] = useState('');
  const [place, setPlace] = useState<Pick<Order, 'container' | 'cwd'>>({});
  const machine = machines.find((each) => each.slug === slug);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onRun({
      machine: slug,
      command,
      timeout_seconds: Number(form.get('timeout')),
      look: form.has('look'),
      ...placeOf(form),
    });
  };
  return (
    <Paper withBorder p="lg" mb="md">
      <form onSubmit={onSubmit} onChange={(event) => setPlace(placeOf(new FormData(event.currentTarget)))}>
        <Stack>
          <Group grow align="flex-start" className="wrap-narrow">
            <NativeSelect
              label={text.machine}
              value={slug}
              onChange={(event) => setSlug(event.currentTarget.value)}
              data={machines.map((each) => ({ value: each.slug, label: each.label }))}
            />
            {machine !== undefined && machine.containers.length > 0 && (
              <NativeSelect
                key={slug}
                name="container"
                label={text.container}
                defaultValue={machine.default_container ?? ''}
                data={[{ value: '', label: text.defaultContainer }, ...machine.containers]}
              />
            )}
            <TextInput name="cwd" label={text.cwd} placeholder={machine?.default_cwd ?? text.cwdHint} />
            <NumberInput
              name="timeout"
              label={text.timeout}
              defaultValue={30}
              min={1}
              max={300}
              allowDecimal={false}
              maw={140}
            />
          </Group>
          <CommandInput value={command} onChange={setCommand} />
          <VerdictDot order={{ machine: slug, command, ...place }} />
          <Group>
            <Button
              type="submit"
              loading={busy}
              disabled={command.trim() === ''}
              leftSection={<Icon name="run" size={16} />}
            >
              {text.submit}
            </Button>
            <Switch name="look" label={text.look} description={text.lookWhy} />
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

function placeOf(form: FormData): Pick<Order, 'container' | 'cwd'> {
  const container = String(form.get('container') ?? '');
  const cwd = String(form.get('cwd') ?? '').trim();
  return { ...(container === '' ? {} : { container }), ...(cwd === '' ? {} : { cwd }) };
}
