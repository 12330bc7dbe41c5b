/** The roadmap as a board: a column per state, steps moved by a choice that the keyboard reaches too. */
import { Badge, Button, Group, NativeSelect, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { changeItem, type Item, itemsQuery } from '../../api/projects.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ItemForm } from './item-form.tsx';
import { RemoveItem } from './remove-item.tsx';

const COLUMNS = ['planned', 'doing', 'done', 'dropped'] as const;

export function RoadmapBoard({ project }: { readonly project: string }) {
  const { projects: text } = useText();
  const items = useQuery(itemsQuery(project, 'roadmap'));
  const queries = useQueryClient();
  const [adding, { open, close }] = useDisclosure(false);
  const moving = useMutation({
    mutationFn: ({ item, status }: { item: Item; status: string }) =>
      changeItem(project, 'roadmap', item.id, { status, version: item.version }),
    onSettled: () => queries.invalidateQueries(itemsQuery(project, 'roadmap')),
  });
  return (
    <>
      <Group justify="space-between" mb="md">
        <Text c="dimmed" size="sm">
          {text.about.roadmap}
        </Text>
        <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
          {text.addTo.roadmap}
        </Button>
      </Group>
      <ProblemNotice error={moving.error} />
      <Loaded query={items}>
        {(found) => (
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
            {COLUMNS.map((column) => (
              <section key={column} aria-label={text.statuses[column]} className="board-column" data-column={column}>
                <Group gap="xs" mb="xs">
                  <Title order={2}>{text.statuses[column]}</Title>
                  <Badge variant="default">{found.filter(({ status }) => status === column).length}</Badge>
                </Group>
                <Stack gap="xs">
                  {found
                    .filter(({ status }) => status === column)
                    .map((item) => (
                      <Paper key={item.id} withBorder p="sm">
                        <Text fw={600} size="sm" className="break">
                          {item.title}
                        </Text>
                        <Text size="sm" lineClamp={4} className="break">
                          {item.content}
                        </Text>
                        <Group gap="xs" mt="xs" wrap="nowrap">
                          <NativeSelect
                            size="xs"
                            aria-label={text.stateOf(item.title)}
                            value={column}
                            onChange={({ currentTarget: { value } }) => moving.mutate({ item, status: value })}
                            data={COLUMNS.map((value) => ({ value, label: text.statuses[value] }))}
                          />
                          <RemoveItem item={item} project={project} list="roadmap" />
                        </Group>
                      </Paper>
                    ))}
                </Stack>
              </section>
            ))}
          </SimpleGrid>
        )}
      </Loaded>
      <ItemForm project={project} list="roadmap" opened={adding} onClose={close} />
    </>
  );
}
