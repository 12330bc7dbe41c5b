/** The accounts, with plan, role and state changed in place. */
import { Badge, Group, NativeSelect, Switch, Table, Text } from '@mantine/core';
import { PLAN_IDS, PLANS } from '@synapse/contract/plans';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { meQuery } from '../../api/session.ts';
import { changeUser, deleteUser, type User, usersQuery } from '../../api/users.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ResetPassword } from './reset-password.tsx';

export function UsersTable({ users }: { readonly users: readonly User[] }) {
  const { admin } = useText();
  const queries = useQueryClient();
  const changing = useMutation({
    mutationFn: ({ id, ...change }: { id: string } & Parameters<typeof changeUser>[1]) => changeUser(id, change),
    onSettled: () => queries.invalidateQueries(usersQuery),
    onSuccess: ({ username }) => notifyDone(admin.changed(username)),
  });
  return (
    <>
      <ProblemNotice error={changing.error} />
      <Table.ScrollContainer minWidth={680} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{admin.username}</Table.Th>
              <Table.Th>{admin.plan}</Table.Th>
              <Table.Th>{admin.role}</Table.Th>
              <Table.Th>{admin.enabled}</Table.Th>
              <Table.Th>{admin.created}</Table.Th>
              <Table.Th>{admin.actions}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {users.map((user) => (
              <UserRow key={user.id} user={user} onChange={(change) => changing.mutate({ id: user.id, ...change })} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}

interface RowProps {
  readonly user: User;
  readonly onChange: (change: Parameters<typeof changeUser>[1]) => void;
}

function UserRow({ user, onChange }: RowProps) {
  const { admin, settings } = useText();
  const { data: me } = useSuspenseQuery(meQuery);
  const queries = useQueryClient();
  const remove = async (): Promise<void> => {
    await deleteUser(user.id);
    await queries.invalidateQueries(usersQuery);
    notifyDone(admin.deleted(user.username));
  };
  return (
    <Table.Tr data-user={user.username}>
      <Table.Td>
        <Group gap="xs">
          <Text fw={600}>{user.username}</Text>
          {user.id === me.id && <Badge variant="light">{admin.you}</Badge>}
        </Group>
      </Table.Td>
      <Table.Td>
        <NativeSelect
          aria-label={admin.planOf(user.username)}
          value={user.plan}
          onChange={(event) => onChange({ plan: event.currentTarget.value as User['plan'] })}
          data={PLAN_IDS.map((id) => ({ value: id, label: PLANS[id].name }))}
        />
      </Table.Td>
      <Table.Td>
        <NativeSelect
          aria-label={admin.roleOf(user.username)}
          value={user.role}
          onChange={(event) => onChange({ role: event.currentTarget.value as User['role'] })}
          data={(['member', 'admin'] as const).map((role) => ({ value: role, label: settings.roles[role] }))}
        />
      </Table.Td>
      <Table.Td>
        <Switch
          aria-label={admin.enabledOf(user.username)}
          checked={!user.disabled}
          onChange={(event) => onChange({ disabled: !event.currentTarget.checked })}
        />
      </Table.Td>
      <Table.Td>
        <RelativeTime at={user.created_at} />
      </Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <ResetPassword user={user} />
          <ConfirmButton
            label={<Icon name="trash" size={16} />}
            ariaLabel={admin.deleteOf(user.username)}
            size="xs"
            question={admin.deleteQuestion(user.username)}
            consequence={admin.deleteConsequence}
            confirm={admin.delete}
            onConfirm={remove}
          />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
