/** What can be done with a secret, behind "…". */
import { useClipboard, useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { deleteSecret, secretsQuery, type UsedSecret } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { MoreItem, MoreMenu } from '../../ui/more-menu.tsx';
import { notifyDone } from '../../ui/notify.tsx';

interface Props {
  readonly secret: UsedSecret;
  readonly onReplace: () => void;
}

export function SecretMenu({ secret: { name, used_by }, onReplace }: Props) {
  const { secrets: text, ui } = useText();
  const queries = useQueryClient();
  const { copy } = useClipboard();
  const [removing, { open, close }] = useDisclosure(false);
  const placeholder = `{{${name}}}`;
  const remove = async (): Promise<void> => {
    await deleteSecret(name);
    await queries.invalidateQueries({ queryKey: secretsQuery.queryKey });
    notifyDone(text.deleted(name));
  };
  return (
    <>
      <MoreMenu label={ui.actionsOf(name)}>
        <MoreItem
          icon="copy"
          label={text.copyOf(placeholder)}
          onClick={() => {
            copy(placeholder);
            notifyDone(text.copied(placeholder));
          }}
        />
        <MoreItem icon="edit" label={text.replaceOf(name)} onClick={onReplace} />
        <MoreItem icon="trash" label={text.deleteOf(name)} danger onClick={open} />
      </MoreMenu>
      <ConfirmDialog
        opened={removing}
        onClose={close}
        question={text.deleteQuestion(name)}
        consequence={text.deleteConsequence([...used_by.machines, ...used_by.aliases.map((code) => `@${code}`)])}
        confirm={text.delete}
        onConfirm={remove}
      />
    </>
  );
}
