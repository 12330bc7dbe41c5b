/** Removes an item from a project, after asking. */
import { useQueryClient } from '@tanstack/react-query';
import { deleteItem, type Item, type ItemList, itemsQuery } from '../../api/projects.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface Props {
  readonly item: Item;
  readonly project: string;
  readonly list: ItemList;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function RemoveItem({ item, project, list, opened, onClose }: Props) {
  const { projects: text } = useText();
  const queries = useQueryClient();
  const remove = async (): Promise<void> => {
    await deleteItem(project, list, item.id);
    await queries.invalidateQueries(itemsQuery(project, list));
  };
  return (
    <ConfirmDialog
      {...{ opened, onClose }}
      question={text.removeQuestion(item.title)}
      consequence={text.removeConsequence}
      confirm={text.delete}
      onConfirm={remove}
    />
  );
}
