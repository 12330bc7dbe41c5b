/** The roadmap as a board: a column per state; items are dragged, or moved by a choice that the keyboard can reach. */
import { Badge, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeItem, type Item, itemsQuery } from '../../api/projects.ts';
import { useText } from '../../i18n/language.tsx';
import { AddButton } from '../../ui/add-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { notifyAction } from '../../ui/notify.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useMay } from '../../ui/use-crew.ts';
import { ItemForm } from './item-form.tsx';
import { COLUMNS, RoadmapCard } from './roadmap-card.tsx';
import { useEdited } from './use-edited.ts';

interface Move {
  readonly item: Item;
  readonly status: string;
}

export function RoadmapBoard({ project }: { readonly project: string }) {
  const { projects: text, ui } = useText();
  const query = itemsQuery(project, 'roadmap');
  const items = useQuery(query);
  const queries = useQueryClient();
  const [adding, { open, close }] = useDisclosure(false);
  const [edited, edit] = useEdited(items.data);
  const [over, setOver] = useState<string | null>(null);
  const mayWrite = useMay('write-projects');
  const refresh = () => queries.invalidateQueries(query);
  const moving = useMutation({
    mutationFn: ({ item, status }: Move) => changeItem(project, 'roadmap', item.id, { status, version: item.version }),
    onSettled: refresh,
    onSuccess: ({ title, version }, { item, status }) => {
      const words: Readonly<Record<string, string>> = text.statuses;
      const back = (): void =>
        void changeItem(project, 'roadmap', item.id, { status: item.status, version }).finally(refresh);
      notifyAction(text.moved(title, words[status] ?? status), ui.undo, back);
    },
  });
  const move = (item: Item | undefined, status: string): void => {
    if (item !== undefined && item.status !== status) moving.mutate({ item, status });
  };
  return (
    <>
      <Group justify="space-between" mb="md">
        <Text c="dimmed" size="sm">
          {text.about.roadmap}
        </Text>
        <AddButton needs="write-projects" label={text.addTo.roadmap} onClick={open} />
      </Group>
      <ProblemNotice error={moving.error} />
      <Loaded query={items}>
        {(found) => (
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
            {COLUMNS.map((column) => {
              const here = found.filter(({ status }) => status === column);
              return (
                <section
                  key={column}
                  aria-label={text.statuses[column]}
                  className="board-column"
                  data-column={column}
                  data-over={over === column || undefined}
                  onDragOver={(event) => {
                    if (!mayWrite) return;
                    // Otherwise nothing can be dropped here.
                    event.preventDefault();
                    setOver(column);
                  }}
                  onDragLeave={() => setOver(null)}
                  onDrop={(event) => {
                    event.preventDefault();
                    setOver(null);
                    const id = Number(event.dataTransfer.getData('text/plain'));
                    move(
                      found.find((item) => item.id === id),
                      column,
                    );
                  }}
                >
                  <Group gap="xs" mb="xs">
                    <Title order={2} size="h3">
                      {text.statuses[column]}
                    </Title>
                    <Badge variant="default">{here.length}</Badge>
                  </Group>
                  <Stack gap="xs">
                    {here.map((item) => (
                      <RoadmapCard
                        key={item.id}
                        project={project}
                        item={item}
                        onMove={(status) => move(item, status)}
                        onEdit={() => edit.open(item)}
                      />
                    ))}
                    {here.length === 0 && (
                      <Text size="sm" c="dimmed">
                        {text.emptyColumn}
                      </Text>
                    )}
                  </Stack>
                </section>
              );
            })}
          </SimpleGrid>
        )}
      </Loaded>
      <ItemForm project={project} list="roadmap" opened={adding} onClose={close} />
      {edited.item !== undefined && <ItemForm project={project} list="roadmap" {...edited} onClose={edit.close} />}
    </>
  );
}
