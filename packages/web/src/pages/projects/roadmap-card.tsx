/** One item of the roadmap: dragged or moved by a choice, changed, removed. */
import { Badge, Button, Group, NativeSelect, Paper, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Item } from '../../api/projects.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ItemForm } from './item-form.tsx';
import { RemoveItem } from './remove-item.tsx';

export const COLUMNS = ['planned', 'doing', 'done', 'dropped'] as const;

interface Props {
  readonly project: string;
  readonly item: Item;
  readonly onMove: (status: string) => void;
}

export function RoadmapCard({ project, item, onMove }: Props) {
  const { projects: text } = useText();
  const [editing, { open, close }] = useDisclosure(false);
  const horizons: Readonly<Record<string, string>> = text.horizons;
  return (
    <Paper
      withBorder
      p="sm"
      component="article"
      aria-label={item.title}
      className="board-card"
      draggable={!editing}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData('text/plain', String(item.id));
        dataTransfer.effectAllowed = 'move';
      }}
    >
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Text fw={600} size="sm" className="break">
          {item.title}
        </Text>
        {item.horizon !== undefined && item.status === 'planned' && (
          <Badge variant="default" size="sm" className="whole">
            {horizons[item.horizon]}
          </Badge>
        )}
      </Group>
      {item.content !== '' && (
        <Text size="sm" c="dimmed" lineClamp={4} className="break">
          {item.content}
        </Text>
      )}
      <Group gap={6} mt="xs" wrap="nowrap">
        <NativeSelect
          size="xs"
          className="grow"
          aria-label={text.stateOf(item.title)}
          value={item.status}
          onChange={({ currentTarget: { value } }) => onMove(value)}
          data={COLUMNS.map((value) => ({ value, label: text.statuses[value] }))}
        />
        <Button size="xs" px={8} variant="default" onClick={open} aria-label={text.editOf(item.title)}>
          <Icon name="edit" size={14} />
        </Button>
        <RemoveItem item={item} project={project} list="roadmap" px={8} />
      </Group>
      <ItemForm key={item.version} project={project} list="roadmap" item={item} opened={editing} onClose={close} />
    </Paper>
  );
}
