/** The editor with where to run it, what the policy says of it, and the button that runs it. */
import { Button, Kbd } from '@mantine/core';
import { type FormEvent, useEffect, useEffectEvent } from 'react';
import type { Order } from '../../api/executions.ts';
import type { Machine } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { CommandInput } from './command-input.tsx';
import type { Draft } from './console-state.ts';
import { PlaceChips } from './place-chips.tsx';
import { VerdictDot } from './verdict-dot.tsx';

interface Props {
  readonly machines: readonly Machine[];
  readonly draft: Draft;
  readonly busy: boolean;
  /** True: runs what is typed, once. */
  readonly start: boolean;
  readonly onChange: (draft: Partial<Draft>) => void;
  readonly onRun: (order: Order) => void;
}

export function CommandForm({ machines, draft, busy, start, onChange, onRun }: Props) {
  const machine =
    machines.find(({ slug }) => slug === draft.machine) ?? machines.find(({ connected }) => connected) ?? machines[0];
  if (machine === undefined) return null;
  const order = orderOf(draft, machine);
  return <Form {...{ machines, machine, draft, order, busy, start, onChange, onRun }} />;
}

interface FormProps extends Props {
  readonly machine: Machine;
  readonly order: Order;
}

function Form({ machines, machine, draft, order, busy, start, onChange, onRun }: FormProps) {
  const { run: text } = useText();
  const run = useEffectEvent(() => onRun(order));
  useEffect(() => {
    if (start) run();
  }, [start]);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onRun(order);
  };
  return (
    <form onSubmit={onSubmit} className="editor">
      <PlaceChips machines={machines} machine={machine} draft={draft} onChange={onChange} />
      <CommandInput value={draft.command} onChange={(command) => onChange({ command })} />
      <div className="editor-foot">
        <VerdictDot order={order} />
        <Button
          type="submit"
          loading={busy}
          disabled={draft.command.trim() === ''}
          leftSection={<Icon name="start" size={14} />}
          rightSection={
            <Kbd aria-hidden visibleFrom="sm">
              Ctrl ↵
            </Kbd>
          }
        >
          {text.submit}
        </Button>
      </div>
    </form>
  );
}

function orderOf({ command, container, cwd, timeout, look, detach }: Draft, machine: Machine): Order {
  const place = machine.containers.includes(container) ? container : '';
  return {
    machine: machine.slug,
    command,
    look,
    detach,
    timeout_seconds: timeout,
    ...(place === '' ? {} : { container: place }),
    ...(cwd.trim() === '' ? {} : { cwd: cwd.trim() }),
  };
}
