/** Removes an item from a project, after asking. */
import type { ButtonProps } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { deleteItem, type Item, type ItemList, itemsQuery } from '../../api/projects.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Icon } from '../../ui/icon.tsx';

interface Props extends Pick<ButtonProps, 'px'> {
  readonly item: Item;
  readonly project: string;
  readonly list: ItemList;
}

export function RemoveItem({ item, project, list, ...button }: Props) {
  const { projects: text } = useText();
  const queries = useQueryClient();
  const remove = async (): Promise<void> => {
    await deleteItem(project, list, item.id);
    await queries.invalidateQueries(itemsQuery(project, list));
  };
  return (
    <ConfirmButton
      {...button}
      size="xs"
      label={<Icon name="trash" size={14} />}
      ariaLabel={text.deleteOf(item.title)}
      question={text.removeQuestion(item.title)}
      consequence={text.removeConsequence}
      confirm={text.delete}
      onConfirm={remove}
    />
  );
}
