/** Which containers commands may use: typed, or picked from those that run there. */
import { Button, Chip, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { findContainers, type Machine } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

interface Props {
  /** The machine as it is. Undefined for a new one. */
  readonly machine: Machine | undefined;
  /** The names of those that were seen when it was tried. */
  readonly seen: readonly string[];
}

const namesIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

export function ContainerFields({ machine, seen }: Props) {
  const { machines: text } = useText();
  const [names, setNames] = useState(machine?.containers.join(', ') ?? '');
  const finding = useMutation({ mutationFn: findContainers });
  const found = finding.data?.containers.map(({ name }) => name) ?? seen;
  const chosen = namesIn(names);
  const pick = (picked: string[]): void =>
    setNames([...chosen.filter((name) => !found.includes(name)), ...picked].join(', '));
  return (
    <>
      <TextInput
        name="containers"
        label={text.containersLabel}
        description={text.containersHint}
        value={names}
        onChange={(event) => setNames(event.currentTarget.value)}
      />
      {machine !== undefined && (
        <Group>
          <Button size="xs" variant="default" loading={finding.isPending} onClick={() => finding.mutate(machine.slug)}>
            {text.findContainers}
          </Button>
          <span role="status">{finding.data?.containers.length === 0 && text.noContainers}</span>
        </Group>
      )}
      {found.length > 0 && (
        <Chip.Group multiple value={chosen.filter((name) => found.includes(name))} onChange={pick}>
          <Group gap="xs" role="group" aria-label={text.runningContainers}>
            {found.map((name) => (
              <Chip key={name} value={name} size="xs">
                {name}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
      <ProblemNotice error={finding.error} />
    </>
  );
}
