/** One secret: its name, when it changed, when it was used. */
import { Button, Code, Group, Table } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { deleteSecret, type SecretEntry, secretsQuery } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

interface Props {
  readonly secret: SecretEntry;
  readonly onReplace: () => void;
}

export function SecretRow({ secret: { name, updated_at, last_used_at }, onReplace }: Props) {
  const { secrets: text } = useText();
  const queries = useQueryClient();
  const remove = async (): Promise<void> => {
    await deleteSecret(name);
    await queries.invalidateQueries(secretsQuery);
    notifyDone(text.deleted(name));
  };
  return (
    <Table.Tr data-secret={name}>
      <Table.Td>
        <Code>{name}</Code>
      </Table.Td>
      <Table.Td>
        <RelativeTime at={updated_at} />
      </Table.Td>
      <Table.Td>{last_used_at === null ? text.never : <RelativeTime at={last_used_at} />}</Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <CopyButton value={`{{${name}}}`} label={`{{…}}`} />
          <Button size="xs" variant="default" onClick={onReplace} aria-label={text.replaceOf(name)}>
            {text.replace}
          </Button>
          <ConfirmButton
            size="xs"
            label={<Icon name="trash" size={14} />}
            ariaLabel={text.deleteOf(name)}
            question={text.deleteQuestion(name)}
            consequence={text.deleteConsequence}
            confirm={text.delete}
            onConfirm={remove}
          />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
