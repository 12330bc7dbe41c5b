/** One secret: its name, when it changed, when and where it is used. */
import { Button, Code, Group, Table, Text, Tooltip } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { deleteSecret, secretsQuery, type UsedSecret } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Cell } from '../../ui/sheet.tsx';
import { Reminder } from './reminder.tsx';
import { SecretUses } from './secret-uses.tsx';

interface Props {
  readonly secret: UsedSecret;
  readonly onReplace: () => void;
}

export function SecretRow({ secret, onReplace }: Props) {
  const { name, updated_at, last_used_at, used_by, machines, programs, description } = secret;
  const { secrets: text } = useText();
  const queries = useQueryClient();
  const remove = async (): Promise<void> => {
    await deleteSecret(name);
    await queries.invalidateQueries({ queryKey: secretsQuery.queryKey });
    notifyDone(text.deleted(name));
  };
  return (
    <Table.Tr data-secret={name}>
      <Cell>
        <div className="secret-name">
          <Code className="break">{name}</Code>
          {description !== null && (
            <Text size="sm" mt={2} className="break">
              {description}
            </Text>
          )}
          <Reminder secret={secret} />
          <Text size="xs" c="dimmed" mt={4}>
            {text.updated} <RelativeTime at={updated_at} />
          </Text>
          {(machines !== null || programs !== null) && (
            <Text size="xs" c="dimmed">
              {text.boundTo(machines?.join(', ') ?? '*', programs?.join(', ') ?? '*')}
            </Text>
          )}
        </div>
      </Cell>
      <Cell label={text.usedBy}>
        <SecretUses uses={used_by} />
      </Cell>
      <Cell label={text.lastUsed}>{last_used_at === null ? text.never : <RelativeTime at={last_used_at} />}</Cell>
      <Cell>
        <Group gap="xs" wrap="nowrap">
          <CopyButton value={`{{${name}}}`} label={`{{…}}`} />
          <Tooltip label={text.replace}>
            <Button size="xs" px={8} variant="default" onClick={onReplace} aria-label={text.replaceOf(name)}>
              <Icon name="edit" size={14} />
            </Button>
          </Tooltip>
          <ConfirmButton
            size="xs"
            px={8}
            label={<Icon name="trash" size={14} />}
            ariaLabel={text.deleteOf(name)}
            question={text.deleteQuestion(name)}
            consequence={text.deleteConsequence([...used_by.machines, ...used_by.aliases.map((code) => `@${code}`)])}
            confirm={text.delete}
            onConfirm={remove}
          />
        </Group>
      </Cell>
    </Table.Tr>
  );
}
