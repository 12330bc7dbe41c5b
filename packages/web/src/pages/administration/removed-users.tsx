/** Accounts that were removed: what their commands said can be erased from the audit log. */
import { Group, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { eraseCommands, type RemovedUser, removedUsersQuery } from '../../api/users.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { notifyDone, notifyWarning } from '../../ui/notify.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Section } from '../../ui/section.tsx';
import { Cell, Sheet } from '../../ui/sheet.tsx';

/** Shows nothing where no user was removed. */
export function RemovedUsers() {
  const { admin } = useText();
  const { data: users = [], error } = useQuery(removedUsersQuery);
  if (error !== null) return <ProblemNotice error={error} />;
  if (users.length === 0) return null;
  return (
    <Section title={admin.removedUsers} description={admin.removedUsersWhy}>
      <Sheet
        plain
        columns={[
          { label: admin.username },
          { label: admin.lastEntry },
          { label: admin.commands },
          { label: admin.actions },
        ]}
      >
        {users.map((user) => (
          <RemovedRow key={user.id} user={user} />
        ))}
      </Sheet>
    </Section>
  );
}

function RemovedRow({ user }: { readonly user: RemovedUser }) {
  const text = useText();
  const { admin } = text;
  const queries = useQueryClient();
  const name = user.username ?? user.id;
  const erase = async (): Promise<void> => {
    const { erased, left_in_archive } = await eraseCommands(user.id);
    await queries.invalidateQueries(removedUsersQuery);
    notifyDone(admin.commandsErased(name, erased));
    if (left_in_archive > 0) notifyWarning(admin.leftInArchive(left_in_archive));
  };
  return (
    <Table.Tr data-removed-user={name}>
      <Cell>
        <Text size="sm" fw={600} className="break">
          {name}
        </Text>
      </Cell>
      <Cell label={admin.lastEntry}>
        <Text size="sm" span>
          <RelativeTime at={user.last_entry_at} />
        </Text>
      </Cell>
      <Cell label={admin.commands}>
        <Text size="sm" span>
          {user.erased ? admin.erased : admin.inTheLog}
        </Text>
      </Cell>
      <Cell>
        <Group gap="xs" wrap="nowrap">
          <ConfirmButton
            label={<Icon name="trash" size={14} />}
            ariaLabel={admin.eraseOf(name)}
            size="xs"
            question={admin.eraseQuestion(name)}
            consequence={admin.eraseConsequence}
            confirm={admin.erase}
            onConfirm={erase}
          />
        </Group>
      </Cell>
    </Table.Tr>
  );
}
