/** A new password for somebody who lost theirs. */
import { Button, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { changeUser, type User } from '../../api/users.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

export function ResetPassword({ user }: { readonly user: User }) {
  const { admin, settings, signIn, ui } = useText();
  const [opened, { open, close }] = useDisclosure(false);
  const setting = useMutation({
    mutationFn: (password: string) => changeUser(user.id, { password }),
    onSuccess: () => {
      close();
      notifyDone(admin.changed(user.username));
    },
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setting.mutate(String(new FormData(event.currentTarget).get('password')));
  };
  return (
    <>
      <Button variant="default" size="xs" aria-label={admin.passwordOf(user.username)} onClick={open}>
        <Icon name="key" size={14} />
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={admin.passwordOf(user.username)}
        closeButtonProps={{ 'aria-label': ui.close }}
      >
        <Text size="sm" mb="md">
          {admin.passwordConsequence}
        </Text>
        <ProblemNotice error={setting.error} />
        <form onSubmit={onSubmit}>
          <Stack>
            <PasswordInput
              name="password"
              label={settings.newPassword}
              description={settings.newPasswordRule}
              autoComplete="new-password"
              required
              minLength={8}
              visibilityToggleButtonProps={{ 'aria-label': signIn.showPassword }}
            />
            <Button type="submit" loading={setting.isPending}>
              {admin.setPassword}
            </Button>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
