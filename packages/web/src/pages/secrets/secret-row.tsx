/** One secret: its name, when it changed, when and where it is used. */
import { Code, Table, Text } from '@mantine/core';
import type { UsedSecret } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Cell } from '../../ui/sheet.tsx';
import { Reminder } from './reminder.tsx';
import { SecretMenu } from './secret-menu.tsx';
import { SecretUses } from './secret-uses.tsx';

interface Props {
  readonly secret: UsedSecret;
  readonly onReplace: () => void;
}

export function SecretRow({ secret, onReplace }: Props) {
  const { name, updated_at, last_used_at, used_by, machines, programs, removed_machines, description } = secret;
  const { secrets: text } = useText();
  return (
    <Table.Tr data-secret={name} className="secret-row">
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
          {removed_machines.length > 0 && (
            <Text size="xs" c="dimmed">
              {text.removedMachines(removed_machines.join(', '))}
            </Text>
          )}
        </div>
      </Cell>
      <Cell label={text.usedBy}>
        <SecretUses uses={used_by} />
      </Cell>
      <Cell label={text.lastUsed}>{last_used_at === null ? text.never : <RelativeTime at={last_used_at} />}</Cell>
      <Cell>
        <SecretMenu secret={secret} onReplace={onReplace} />
      </Cell>
    </Table.Tr>
  );
}
