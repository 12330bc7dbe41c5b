/** What a project remembers of one kind: shown, added, removed. */
import { Group, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type Item, type ItemList, itemsQuery } from '../../api/projects.ts';
import { useText } from '../../i18n/language.tsx';
import { AddButton } from '../../ui/add-button.tsx';
import { List } from '../../ui/list.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { MoreItem, MoreMenu } from '../../ui/more-menu.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { State } from '../../ui/state.tsx';
import { useMay } from '../../ui/use-crew.ts';
import { ItemActions } from './item-actions.tsx';
import { ItemForm } from './item-form.tsx';
import { RemoveItem } from './remove-item.tsx';
import { useEdited } from './use-edited.ts';

interface Props {
  readonly project: string;
  readonly list: ItemList;
}

export function Items({ project, list }: Props) {
  const { projects: text } = useText();
  const items = useQuery(itemsQuery(project, list));
  const [adding, { open, close }] = useDisclosure(false);
  const [edited, edit] = useEdited(items.data);
  const add = <AddButton needs="write-projects" label={text.addTo[list]} onClick={open} />;
  return (
    <>
      <List query={items} empty={{ icon: 'idea', title: text.emptyList, description: text.about[list], action: add }}>
        {(found) => (
          <Stack>
            <Group justify="space-between">
              <Text c="dimmed" size="sm">
                {text.about[list]}
              </Text>
              {add}
            </Group>
            {found.map((item) => (
              <ItemCard key={item.id} item={item} project={project} list={list} onEdit={() => edit.open(item)} />
            ))}
          </Stack>
        )}
      </List>
      <ItemForm project={project} list={list} opened={adding} onClose={close} />
      {edited.item !== undefined && <ItemForm project={project} list={list} {...edited} onClose={edit.close} />}
    </>
  );
}

function ItemCard({ item, project, list, onEdit }: Props & { readonly item: Item; readonly onEdit: () => void }) {
  const { projects: text, ui } = useText();
  const [removing, removal] = useDisclosure(false);
  const mayWrite = useMay('write-projects');
  const statuses: Readonly<Record<string, string>> = text.statuses;
  return (
    <Paper withBorder p="md" component="article" aria-label={item.title}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Title order={2} size="h3" className="break">
          {mayWrite ? (
            <UnstyledButton onClick={onEdit} className="title-button">
              {item.title}
            </UnstyledButton>
          ) : (
            item.title
          )}
        </Title>
        <Group gap="xs" wrap="nowrap">
          <ItemActions project={project} list={list} item={item} />
          {mayWrite && (
            <MoreMenu label={ui.actionsOf(item.title)}>
              <MoreItem icon="edit" label={text.edit} onClick={onEdit} />
              <MoreItem icon="trash" label={text.delete} danger onClick={removal.open} />
            </MoreMenu>
          )}
        </Group>
      </Group>
      <Markdown text={item.content} />
      <Group gap="xs" mt="sm">
        {item.status !== undefined && <State state="idle">{statuses[item.status] ?? item.status}</State>}
        {item.tags?.map((tag) => (
          <Text key={tag} size="xs" c="dimmed">
            #{tag}
          </Text>
        ))}
        {item.item_ids !== undefined && (
          <Text size="xs" c="dimmed">
            {text.packedCount(item.item_ids.length)}
          </Text>
        )}
        {[item.source, item.machine, item.url].map((fact) =>
          fact ? (
            <Text key={fact} size="xs" className="break">
              {fact}
            </Text>
          ) : null,
        )}
        <Text size="xs" c="dimmed">
          <RelativeTime at={item.updated_at} />
        </Text>
      </Group>
      <RemoveItem item={item} project={project} list={list} opened={removing} onClose={removal.close} />
    </Paper>
  );
}
