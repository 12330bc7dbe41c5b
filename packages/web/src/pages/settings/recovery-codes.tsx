/** Recovery codes in clear, only this once, until the person says that they are kept. */
import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { useText } from '../../i18n/language.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';

interface Props {
  readonly codes: readonly string[];
  readonly onSaved: () => void;
}

export function RecoveryCodes({ codes, onSaved }: Props) {
  const { security: text } = useText();
  return (
    <Alert color="teal" title={text.recoveryCodes} icon={<Icon name="key" />} mb="md">
      <Text size="sm" mb="xs">
        {text.recoveryCodesWhy}
      </Text>
      <Code block data-testid="recovery-codes">
        {codes.join('\n')}
      </Code>
      <Group mt="sm">
        <CopyButton value={codes.join('\n')} label={text.copyCodes} />
        <Button size="xs" onClick={onSaved}>
          {text.savedCodes}
        </Button>
      </Group>
    </Alert>
  );
}
