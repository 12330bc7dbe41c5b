/** Adds an item to a project, or changes one. Somebody else's change made meanwhile is not overwritten. */
import { Button, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { addItem, changeItem, type Item, type ItemList, itemsQuery } from '../../api/projects.ts';
import { useText } from '../../i18n/language.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ItemFields, readItem } from './item-fields.tsx';

interface Props {
  readonly project: string;
  readonly list: ItemList;
  readonly item?: Item;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function ItemForm({ project, list, item, opened, onClose }: Props) {
  const { projects: text, ui } = useText();
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: (form: FormData) => {
      const wish = readItem(form, list);
      return item === undefined
        ? addItem(project, list, wish)
        : changeItem(project, list, item.id, { ...wish, version: item.version });
    },
    onSuccess: async () => {
      await queries.invalidateQueries(itemsQuery(project, list));
      onClose();
    },
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    saving.mutate(new FormData(event.currentTarget));
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={item === undefined ? text.addTo[list] : text.editOf(item.title)}
      closeButtonProps={{ 'aria-label': ui.close }}
    >
      <form onSubmit={onSubmit}>
        <Stack>
          <TextInput
            name="title"
            label={text.itemTitle}
            defaultValue={item?.title}
            maxLength={200}
            required
            data-autofocus
          />
          <Textarea
            name="content"
            label={text.itemContent}
            description={text.markdownHint}
            defaultValue={item?.content}
            autosize
            minRows={4}
            maxRows={16}
            maxLength={20_000}
          />
          {opened && <ItemFields project={project} list={list} item={item} />}
          <ProblemNotice error={saving.error} />
          <Button type="submit" loading={saving.isPending}>
            {ui.save}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
