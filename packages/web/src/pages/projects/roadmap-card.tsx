/** One item of the roadmap: dragged or moved by its menu, opened by its title, removed. */
import { Badge, Group, Menu, Paper, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Item } from '../../api/projects.ts';
import { useText } from '../../i18n/language.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { MoreItem, MoreMenu } from '../../ui/more-menu.tsx';
import { useMay } from '../../ui/use-crew.ts';
import { RemoveItem } from './remove-item.tsx';

export const COLUMNS = ['planned', 'doing', 'done', 'dropped'] as const;

interface Props {
  readonly project: string;
  readonly item: Item;
  readonly onMove: (status: string) => void;
  readonly onEdit: () => void;
}

export function RoadmapCard({ project, item, onMove, onEdit }: Props) {
  const { projects: text, ui } = useText();
  const [removing, removal] = useDisclosure(false);
  const mayWrite = useMay('write-projects');
  const title = (
    <Text fw={600} size="sm" component="span" className="break">
      {item.title}
    </Text>
  );
  const horizons: Readonly<Record<string, string>> = text.horizons;
  return (
    <Paper
      withBorder
      p="sm"
      component="article"
      aria-label={item.title}
      className="board-card"
      draggable={mayWrite}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData('text/plain', String(item.id));
        dataTransfer.effectAllowed = 'move';
      }}
    >
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        {mayWrite ? (
          <UnstyledButton onClick={onEdit} className="title-button break">
            {title}
          </UnstyledButton>
        ) : (
          title
        )}
        <Group gap={4} wrap="nowrap" className="whole">
          {item.horizon !== undefined && item.status === 'planned' && (
            <Badge variant="default" size="sm">
              {horizons[item.horizon]}
            </Badge>
          )}
          {mayWrite && (
            <MoreMenu label={ui.actionsOf(item.title)}>
              <Menu.Label>{text.moveTo}</Menu.Label>
              {COLUMNS.filter((column) => column !== item.status).map((column) => (
                <MoreItem key={column} icon="start" label={text.statuses[column]} onClick={() => onMove(column)} />
              ))}
              <Menu.Divider />
              <MoreItem icon="edit" label={text.edit} onClick={onEdit} />
              <MoreItem icon="trash" label={text.delete} danger onClick={removal.open} />
            </MoreMenu>
          )}
        </Group>
      </Group>
      {item.content !== '' && (
        <div className="clamped">
          <Markdown text={item.content} />
        </div>
      )}
      <RemoveItem item={item} project={project} list="roadmap" opened={removing} onClose={removal.close} />
    </Paper>
  );
}
