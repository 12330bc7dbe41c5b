/** The editor with where to run it, what the policy says of it, and the button that runs it. */
import { Button, Kbd } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { roleAllows } from '@synapse/contract/crew-roles';
import { useEffect, useEffectEvent } from 'react';
import type { Order } from '../../api/executions.ts';
import type { Machine } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useCrew } from '../../ui/use-crew.ts';
import { CommandInput } from './command-input.tsx';
import { aimedAt, type Draft, isProduction } from './console-state.ts';
import { PlaceChips } from './place-chips.tsx';
import { VerdictDot } from './verdict-dot.tsx';

interface Props {
  readonly machines: readonly Machine[];
  readonly draft: Draft;
  readonly busy: boolean;
  /** True: runs what is typed, once; `onStarted` says that it was seen. */
  readonly start: boolean;
  readonly onChange: (draft: Partial<Draft>) => void;
  /** The machine on which the person has run something since they aimed at it. */
  readonly settled: string | null;
  readonly onStarted: () => void;
  readonly onRun: (order: Order) => void;
}

export function CommandForm({ machines, draft, busy, start, settled, onChange, onStarted, onRun }: Props) {
  const crew = useCrew();
  const machine = aimedAt(machines, draft.machine);
  if (machine === undefined) return null;
  // A watcher of a crew may only look.
  const looksOnly = crew !== undefined && !roleAllows(crew.role, 'run');
  const order = orderOf(looksOnly ? { ...draft, look: true, detach: false } : draft, machine);
  return (
    <Editor {...{ machines, machine, draft, looksOnly, order, busy, start, settled, onChange, onStarted, onRun }} />
  );
}

interface EditorProps extends Props {
  readonly machine: Machine;
  readonly looksOnly: boolean;
  readonly order: Order;
}

function Editor(props: EditorProps) {
  const { machines, machine, draft, looksOnly, order, busy, start, settled, onChange, onStarted, onRun } = props;
  const { run: text } = useText();
  const [asking, ask] = useDisclosure(false);
  /** The first command on a machine that people depend on is asked about: the console may aim at another one. */
  const runOrAsk = (): void => {
    if (isProduction(machine) && settled !== machine.slug) ask.open();
    else onRun(order);
  };
  const run = useEffectEvent(() => {
    onStarted();
    runOrAsk();
  });
  useEffect(() => {
    if (start) run();
  }, [start]);
  return (
    <Form onSubmit={runOrAsk} className="editor">
      <PlaceChips {...{ machines, machine, draft, looksOnly, onChange }} />
      <CommandInput value={draft.command} onChange={(command) => onChange({ command })} />
      <div className="editor-foot">
        <VerdictDot order={order} />
        <span className="editor-target" data-testid="target">
          <Icon name="machine" size={14} /> {machine.slug}
        </span>
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
      <ConfirmDialog
        opened={asking}
        onClose={ask.close}
        question={text.productionQuestion(machine.slug)}
        consequence={<code className="break">{draft.command}</code>}
        confirm={text.productionRun(machine.slug)}
        onConfirm={async () => onRun(order)}
      />
    </Form>
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
