/** Adds an item to a project, or changes one. Somebody else's change made meanwhile is not overwritten. */
import { Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { addItem, changeItem, type Item, type ItemList, itemsQuery } from '../../api/projects.ts';
import { useText } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useWhileOpen } from '../../ui/use-while-open.ts';
import { ItemFields, readItem } from './item-fields.tsx';

interface Props {
  readonly project: string;
  readonly list: ItemList;
  readonly item?: Item;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function ItemForm({ project, list, item: now, opened, onClose }: Props) {
  const { projects: text, ui } = useText();
  const queries = useQueryClient();
  const begun = useWhileOpen(now, opened, (each) => each?.version);
  const item = begun.value;
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
  return (
    <FormDialog
      title={item === undefined ? text.addTo[list] : text.editOf(item.title)}
      opened={opened}
      onClose={onClose}
      size="lg"
      sending={saving}
      onSubmit={saving.mutate}
      submit={ui.save}
      begun={begun}
    >
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
    </FormDialog>
  );
}
