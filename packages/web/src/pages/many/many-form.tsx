/** Which machines, by tag or by name, and which command. How carefully is out of the way until it is asked for. */
import '../../app/console.css';
import '../../app/chips.css';
import { Button, NumberInput, TagsInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Machine } from '../../api/machines.ts';
import type { ManyWish } from '../../api/many.ts';
import { useText } from '../../i18n/language.tsx';
import { Form } from '../../ui/form.tsx';
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
  const [careful, { toggle }] = useDisclosure(false);
  const tags = [
    ...Map.groupBy(
      machines.flatMap((machine) => machine.tags),
      (tag) => tag,
    ),
  ]
    .map(([tag, all]) => ({ wanted: `tag:${tag}`, tag, count: all.length }))
    .toSorted((one, other) => one.tag.localeCompare(other.tag));
  const flip = (wanted: string): void =>
    setChosen(chosen.includes(wanted) ? chosen.filter((each) => each !== wanted) : [...chosen, wanted]);
  const onSubmit = (form: FormData): void => {
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
    <Form onSubmit={onSubmit} className="editor many-editor">
      {tags.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: these are no fields
        <div className="chips" role="group" aria-label={text.tags}>
          {tags.map(({ wanted, tag, count }) => (
            <button
              key={tag}
              type="button"
              className="chip"
              role="switch"
              aria-checked={chosen.includes(wanted)}
              onClick={() => flip(wanted)}
            >
              {tag} <span className="chip-count">{count}</span>
            </button>
          ))}
        </div>
      )}
      <div className="many-names">
        <TagsInput
          aria-label={text.machines}
          placeholder={chosen.length === 0 ? text.machinesHint : undefined}
          value={chosen}
          onChange={setChosen}
          data={[...tags.map(({ wanted }) => wanted), ...machines.map(({ slug }) => slug)]}
          maxTags={50}
          acceptValueOnBlur
        />
      </div>
      <CommandInput value={command} onChange={setCommand} />
      {/* Hidden and not left out: what is in it is sent. */}
      <div hidden={!careful}>
        <div className="many-options">
          <NumberInput name="first" label={text.first} defaultValue={0} min={0} max={50} />
          <NumberInput name="parallel" label={text.parallel} defaultValue={16} min={1} max={50} />
          <NumberInput name="timeout" label={run.timeout} defaultValue={30} min={1} max={300} />
        </div>
      </div>
      <div className="editor-foot">
        <Button variant="subtle" color="gray" aria-expanded={careful} onClick={toggle}>
          {text.options}
        </Button>
        <span className="grow" />
        <Button
          type="submit"
          loading={busy}
          disabled={command.trim() === '' || chosen.length === 0}
          leftSection={<Icon name="start" size={14} />}
        >
          {run.submit}
        </Button>
      </div>
    </Form>
  );
}
