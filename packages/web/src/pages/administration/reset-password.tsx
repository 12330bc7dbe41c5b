/** A new password for somebody who lost theirs. */
import { Button, PasswordInput, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { changeUser, type User } from '../../api/users.ts';
import { useText } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { notifyDone } from '../../ui/notify.tsx';

export function ResetPassword({ user }: { readonly user: User }) {
  const { admin, settings } = useText();
  const [opened, { open, close }] = useDisclosure(false);
  const setting = useMutation({
    mutationFn: (form: FormData) => changeUser(user.id, { password: String(form.get('password')) }),
    onSuccess: () => {
      close();
      notifyDone(admin.changed(user.username));
    },
  });
  return (
    <>
      <Button variant="default" size="xs" aria-label={admin.passwordOf(user.username)} onClick={open}>
        <Icon name="key" size={14} />
      </Button>
      <FormDialog
        title={admin.passwordOf(user.username)}
        opened={opened}
        onClose={close}
        sending={setting}
        onSubmit={setting.mutate}
        submit={admin.setPassword}
      >
        <Text size="sm">{admin.passwordConsequence}</Text>
        <PasswordInput
          name="password"
          label={settings.newPassword}
          description={settings.newPasswordRule}
          autoComplete="new-password"
          required
          minLength={8}
        />
      </FormDialog>
    </>
  );
}
