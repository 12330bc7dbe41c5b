/** A new account: name, password, plan, role. */
import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { PLAN_IDS, PLANS, type PlanId } from '@synapse/contract/plans';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createUser, type User, usersQuery } from '../../api/users.ts';
import { useText } from '../../i18n/language.tsx';
import { AddButton } from '../../ui/add-button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/notify.tsx';

export function NewUserButton() {
  const { admin, settings } = useText();
  const queries = useQueryClient();
  const [opened, { open, close }] = useDisclosure(false);
  const creating = useMutation({
    mutationFn: (form: FormData) =>
      createUser({
        username: String(form.get('username')),
        password: String(form.get('password')),
        plan: form.get('plan') as PlanId,
        role: form.get('role') as User['role'],
      }),
    onSuccess: async ({ username }) => {
      await queries.invalidateQueries(usersQuery);
      close();
      notifyDone(admin.createdUser(username));
    },
  });
  return (
    <>
      <AddButton label={admin.newUser} onClick={open} />
      <FormDialog
        title={admin.newUser}
        opened={opened}
        onClose={close}
        sending={creating}
        onSubmit={creating.mutate}
        submit={admin.create}
      >
        <TextInput name="username" label={admin.username} required maxLength={64} autoComplete="off" data-autofocus />
        <PasswordInput
          name="password"
          label={settings.newPassword}
          description={settings.newPasswordRule}
          required
          minLength={8}
          autoComplete="new-password"
        />
        <NativeSelect
          name="plan"
          label={admin.plan}
          defaultValue="pro"
          data={PLAN_IDS.map((id) => ({ value: id, label: PLANS[id].name }))}
        />
        <NativeSelect
          name="role"
          label={admin.role}
          data={(['member', 'admin'] as const).map((role) => ({ value: role, label: settings.roles[role] }))}
        />
      </FormDialog>
    </>
  );
}
