/** A new account: name, password, plan, role. */
import { Button, Modal, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { PLAN_IDS, PLANS, type PlanId } from '@synapse/contract/plans';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { createUser, type User, usersQuery } from '../../api/users.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

export function NewUserButton() {
  const { admin, settings, signIn, ui } = useText();
  const queries = useQueryClient();
  const [opened, { open, close }] = useDisclosure(false);
  const creating = useMutation({
    mutationFn: createUser,
    onSuccess: async ({ username }) => {
      await queries.invalidateQueries(usersQuery);
      close();
      notifyDone(admin.createdUser(username));
    },
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    creating.mutate({
      username: String(form.get('username')),
      password: String(form.get('password')),
      plan: form.get('plan') as PlanId,
      role: form.get('role') as User['role'],
    });
  };
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
        {admin.newUser}
      </Button>
      <Modal opened={opened} onClose={close} title={admin.newUser} closeButtonProps={{ 'aria-label': ui.close }}>
        <ProblemNotice error={creating.error} />
        <form onSubmit={onSubmit}>
          <Stack>
            <TextInput
              name="username"
              label={admin.username}
              required
              maxLength={64}
              autoComplete="off"
              data-autofocus
            />
            <PasswordInput
              name="password"
              label={settings.newPassword}
              description={settings.newPasswordRule}
              required
              minLength={8}
              autoComplete="new-password"
              visibilityToggleButtonProps={{ 'aria-label': signIn.showPassword }}
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
            <Button type="submit" loading={creating.isPending}>
              {admin.create}
            </Button>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
