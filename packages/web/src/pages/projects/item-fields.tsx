/** The fields that only some kinds of items have, and how they are read back from the form. */
import { Checkbox, Group, NativeSelect, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { machinesQuery } from '../../api/machines.ts';
import { type Item, type ItemList, type ItemWish, itemsQuery } from '../../api/projects.ts';
import { useText } from '../../i18n/language.tsx';

/** What a pack may contain. */
const PACKED = ['facets', 'knowledge', 'roadmap', 'ideas'] as const;
const HORIZONS = ['now', 'next', 'later'] as const;

interface Props {
  readonly project: string;
  readonly list: ItemList;
  readonly item: Item | undefined;
}

export function ItemFields({ project, list, item }: Props) {
  const { projects: text } = useText();
  const tags = (
    <TextInput name="tags" label={text.tags} description={text.tagsHint} defaultValue={item?.tags?.join(', ')} />
  );
  switch (list) {
    case 'roadmap':
      return (
        <NativeSelect
          name="horizon"
          label={text.horizon}
          defaultValue={item?.horizon ?? 'next'}
          data={HORIZONS.map((value) => ({ value, label: text.horizons[value] }))}
        />
      );
    case 'knowledge':
      return (
        <Group grow align="flex-start" className="wrap-narrow">
          <TextInput
            name="source"
            label={text.source}
            description={text.sourceHint}
            defaultValue={item?.source}
            maxLength={500}
          />
          {tags}
        </Group>
      );
    case 'ideas':
      return tags;
    case 'packs':
      return <PackFields project={project} item={item} />;
    case 'services':
      return <ServiceFields item={item} />;
    case 'facets':
      return null;
  }
}

function ServiceFields({ item }: { readonly item: Item | undefined }) {
  const { projects: text } = useText();
  const { data: machines = [] } = useQuery(machinesQuery);
  // The list may arrive after the form, and grow while it is open: what is chosen stays.
  const [machine, setMachine] = useState(item?.machine ?? '');
  const slugs = new Set([machine, ...machines.map(({ slug }) => slug)].filter((slug) => slug !== ''));
  return (
    <Group grow align="flex-start" className="wrap-narrow">
      <NativeSelect
        name="machine"
        label={text.machine}
        value={machine}
        onChange={({ currentTarget }) => setMachine(currentTarget.value)}
        data={[{ value: '', label: text.noMachine }, ...slugs]}
      />
      <TextInput name="url" type="url" label={text.url} placeholder="https://…" defaultValue={item?.url} />
    </Group>
  );
}

function PackFields({ project, item }: Omit<Props, 'list'>) {
  const { projects: text } = useText();
  const lists = useQueries({ queries: PACKED.map((list) => itemsQuery(project, list)) });
  if (lists.some(({ data }) => data === undefined)) return null;
  // A new pack starts with all knowledge items.
  const chosen = new Set(item === undefined ? lists[1]?.data?.map(({ id }) => id) : item.item_ids);
  const empty = lists.every(({ data }) => data?.length === 0);
  return (
    <Stack gap={4} component="fieldset" className="bare">
      <Text component="legend" size="sm" fw={600} mb={4}>
        {text.packed}
      </Text>
      {empty && (
        <Text size="sm" c="dimmed">
          {text.nothingToPack}
        </Text>
      )}
      <ScrollArea.Autosize mah={220} type="auto" viewportProps={{ tabIndex: 0 }}>
        {PACKED.map((list, index) =>
          lists[index]?.data?.map(({ id, title }) => (
            <Checkbox
              key={id}
              name="item_ids"
              value={id}
              defaultChecked={chosen.has(id)}
              label={
                <>
                  {title}{' '}
                  <Text span size="xs" c="dimmed">
                    {text.lists[list]}
                  </Text>
                </>
              }
              mb={6}
            />
          )),
        )}
      </ScrollArea.Autosize>
    </Stack>
  );
}

export function readItem(form: FormData, list: ItemList): ItemWish {
  const read = (name: string): string => String(form.get(name) ?? '').trim();
  const tags = read('tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
  const own: Readonly<Record<ItemList, ItemWish>> = {
    roadmap: { horizon: read('horizon') },
    facets: {},
    knowledge: { tags, source: read('source') },
    ideas: { tags },
    packs: { item_ids: form.getAll('item_ids').map(Number) },
    services: { machine: read('machine'), url: read('url') },
  };
  return { title: read('title'), content: String(form.get('content') ?? ''), ...own[list] };
}
