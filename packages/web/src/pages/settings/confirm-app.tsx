/** The secret for an app, as a picture and as text, until the app shows its first right code. */
import { Center, Code, Group, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { confirmApp, type TotpSecret } from '../../api/factors.ts';
import { useText } from '../../i18n/language.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { QrCode } from './qr-code.tsx';

interface Props {
  readonly fresh: TotpSecret;
  readonly onClose: () => void;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => Promise<void>;
}

export function ConfirmApp({ fresh, onClose, onConfirmed }: Props) {
  const { security: text } = useText();
  const confirming = useMutation({
    mutationFn: (form: FormData) => confirmApp(String(form.get('code'))),
    onSuccess: ({ recovery_codes }) => onConfirmed(recovery_codes),
  });
  return (
    <FormDialog
      title={text.addApp}
      opened
      onClose={onClose}
      sending={confirming}
      onSubmit={confirming.mutate}
      submit={text.confirmApp}
    >
      <Text size="sm">{text.scan}</Text>
      <Center>
        <QrCode text={fresh.uri} label={text.qrCode} />
      </Center>
      <Code block className="break" data-testid="totp-secret" aria-label={text.secret}>
        {fresh.secret}
      </Code>
      <Group>
        <CopyButton value={fresh.secret} label={text.copySecret} />
      </Group>
      <TextInput
        name="code"
        label={text.code}
        required
        maxLength={16}
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
      />
    </FormDialog>
  );
}
