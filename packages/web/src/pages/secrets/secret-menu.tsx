/** What can be done with a secret, behind "…". */
import { useClipboard, useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { deleteSecret, secretsQuery, type UsedSecret } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { MoreItem, MoreMenu } from '../../ui/more-menu.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { EditSecret, PutSecret } from './put-secret.tsx';
import { namesOf } from './secret-filter.ts';

interface Props {
  readonly secret: UsedSecret;
  readonly folders: readonly string[];
}

export function SecretMenu({ secret, folders }: Props) {
  const { name } = secret;
  const { secrets: text, ui } = useText();
  const queries = useQueryClient();
  const { copy } = useClipboard();
  const [editing, edit] = useDisclosure(false);
  const [replacing, replace] = useDisclosure(false);
  const [removing, ask] = useDisclosure(false);
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
        <MoreItem needs="write-secrets" icon="edit" label={text.editOf(name)} onClick={edit.open} />
        <MoreItem needs="write-secrets" icon="repeat" label={text.replaceOf(name)} onClick={replace.open} />
        <MoreItem needs="write-secrets" icon="trash" label={text.deleteOf(name)} danger onClick={ask.open} />
      </MoreMenu>
      {/* Most lines never open one of these. */}
      {editing && <EditSecret secret={secret} folders={folders} opened onClose={edit.close} />}
      {replacing && <PutSecret secret={secret} folders={folders} opened onClose={replace.close} />}
      {removing && (
        <ConfirmDialog
          opened
          onClose={ask.close}
          question={text.deleteQuestion(name)}
          consequence={text.deleteConsequence(namesOf(secret))}
          confirm={text.delete}
          onConfirm={remove}
        />
      )}
    </>
  );
}
