/** The accounts: plan, role and state can be changed in place; also how much of the day's quota each has used. */
import { Badge, Group, NativeSelect, Progress, Switch, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { PLAN_IDS, PLANS } from '@synapse/contract/plans';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { meQuery } from '../../api/session.ts';
import { changeUser, deleteUser, resetSignIn, type User, type UserWithUse, usersQuery } from '../../api/users.ts';
import { useText } from '../../i18n/language.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { MoreItem, MoreMenu } from '../../ui/more-menu.tsx';
import { notifyAction, notifyDone } from '../../ui/notify.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Cell, Sheet } from '../../ui/sheet.tsx';
import { ResetPassword } from './reset-password.tsx';

type Change = Parameters<typeof changeUser>[1];

export function UsersTable({ users }: { readonly users: readonly UserWithUse[] }) {
  const { admin, ui } = useText();
  const queries = useQueryClient();
  const changing = useMutation({
    mutationFn: ({ user, change }: { user: User; change: Change }) => changeUser(user.id, change),
    onSettled: () => queries.invalidateQueries(usersQuery),
    onSuccess: ({ username }, { user }) => {
      const { plan, role, disabled } = user;
      const back = (): void =>
        void changeUser(user.id, { plan, role, disabled }).finally(() => queries.invalidateQueries(usersQuery));
      notifyAction(admin.changed(username), ui.undo, back);
    },
  });
  return (
    <>
      <ProblemNotice error={changing.error} />
      <Sheet
        plain
        columns={[
          { label: admin.username },
          { label: admin.plan },
          { label: admin.role },
          { label: admin.callsToday },
          { label: admin.enabled },
          { label: admin.created },
          { label: admin.actions, width: '56px', silent: true },
        ]}
      >
        {users.map((user) => (
          <UserRow key={user.id} user={user} onChange={(change) => changing.mutate({ user, change })} />
        ))}
      </Sheet>
    </>
  );
}

interface RowProps {
  readonly user: UserWithUse;
  readonly onChange: (change: Change) => void;
}

function UserRow({ user, onChange }: RowProps) {
  const text = useText();
  const { admin, settings, ui } = text;
  const { data: me } = useSuspenseQuery(meQuery);
  const queries = useQueryClient();
  const [askingPassword, password] = useDisclosure(false);
  const [askingReset, resetting] = useDisclosure(false);
  const [askingRemoval, removing] = useDisclosure(false);
  const remove = async (): Promise<void> => {
    await deleteUser(user.id);
    await queries.invalidateQueries(usersQuery);
    notifyDone(admin.deleted(user.username));
  };
  const reset = async (): Promise<void> => {
    await resetSignIn(user.id);
    notifyDone(admin.changed(user.username));
  };
  const used = admin.callsOf(user.calls_today, user.daily_quota);
  return (
    <Table.Tr data-user={user.username}>
      <Cell>
        <Group gap="xs">
          <Text size="sm" fw={600} className="break">
            {user.username}
          </Text>
          {user.id === me.id && <Badge variant="default">{admin.you}</Badge>}
        </Group>
      </Cell>
      <Cell label={admin.plan}>
        <NativeSelect
          size="xs"
          aria-label={admin.planOf(user.username)}
          value={user.plan}
          onChange={(event) => onChange({ plan: event.currentTarget.value as User['plan'] })}
          data={PLAN_IDS.map((id) => ({ value: id, label: PLANS[id].name }))}
        />
      </Cell>
      <Cell label={admin.role}>
        <NativeSelect
          size="xs"
          aria-label={admin.roleOf(user.username)}
          value={user.role}
          onChange={(event) => onChange({ role: event.currentTarget.value as User['role'] })}
          data={(['member', 'admin'] as const).map((role) => ({ value: role, label: settings.roles[role] }))}
        />
      </Cell>
      <Cell label={admin.callsToday}>
        <div className="quota">
          <Text size="sm">{used}</Text>
          <Progress
            size="xs"
            value={Math.min(100, (100 * user.calls_today) / user.daily_quota)}
            aria-label={`${user.username}: ${used}`}
          />
        </div>
      </Cell>
      <Cell label={admin.enabled}>
        <Switch
          aria-label={admin.enabledOf(user.username)}
          checked={!user.disabled}
          onChange={(event) => onChange({ disabled: !event.currentTarget.checked })}
        />
      </Cell>
      <Cell label={admin.created}>
        <Text size="sm" span>
          <RelativeTime at={user.created_at} />
        </Text>
      </Cell>
      <Cell>
        <MoreMenu label={ui.actionsOf(user.username)}>
          <MoreItem icon="key" label={admin.passwordOf(user.username)} onClick={password.open} />
          <MoreItem icon="repeat" label={admin.resetOf(user.username)} onClick={resetting.open} />
          <MoreItem icon="trash" label={admin.deleteOf(user.username)} danger onClick={removing.open} />
        </MoreMenu>
        <ResetPassword user={user} opened={askingPassword} onClose={password.close} />
        <ConfirmDialog
          opened={askingReset}
          onClose={resetting.close}
          question={admin.resetQuestion(user.username)}
          consequence={admin.resetConsequence}
          confirm={admin.reset}
          onConfirm={reset}
        />
        <ConfirmDialog
          opened={askingRemoval}
          onClose={removing.close}
          question={admin.deleteQuestion(user.username)}
          consequence={admin.deleteConsequence}
          confirm={admin.delete}
          onConfirm={remove}
        />
      </Cell>
    </Table.Tr>
  );
}
