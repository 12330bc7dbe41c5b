/** Chooses the tag whose machines are shown; nothing where no machine has one. */
import { Chip, Group } from '@mantine/core';
import type { Machine } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';

interface Props {
  readonly machines: readonly Machine[];
  readonly tag: string | null;
  readonly onChange: (tag: string | null) => void;
}

export function TagFilter({ machines, tag, onChange }: Props) {
  const { machines: text } = useText();
  const tags = [...new Set(machines.flatMap((machine) => machine.tags))].toSorted();
  if (tags.length === 0) return null;
  return (
    <Group gap="xs" mb="md" role="group" aria-label={text.tagFilter}>
      {tags.map((one) => (
        <Chip key={one} size="xs" checked={one === tag} onChange={() => onChange(one === tag ? null : one)}>
          {one}
        </Chip>
      ))}
    </Group>
  );
}
