/** A new password for somebody who lost theirs. */
import { PasswordInput, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { changeUser, type User } from '../../api/users.ts';
import { useText } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/notify.tsx';

interface Props {
  readonly user: User;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function ResetPassword({ user, opened, onClose }: Props) {
  const { admin, settings } = useText();
  const setting = useMutation({
    mutationFn: (form: FormData) => changeUser(user.id, { password: String(form.get('password')) }),
    onSuccess: () => {
      onClose();
      notifyDone(admin.changed(user.username));
    },
  });
  return (
    <FormDialog
      title={admin.passwordOf(user.username)}
      opened={opened}
      onClose={onClose}
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
  );
}
