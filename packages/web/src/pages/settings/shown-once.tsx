/** The new token in clear, only this once, until the person confirms that it is saved. */
import { Alert, Button, Code, Group, Text } from '@mantine/core';
import type { CreatedToken } from '../../api/tokens.ts';
import { useText } from '../../i18n/language.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';

interface Props {
  readonly created: CreatedToken;
  readonly onSaved: () => void;
}

export function ShownOnce({ created, onSaved }: Props) {
  const { access } = useText();
  return (
    <Alert color="teal" title={access.shownOnce} icon={<Icon name="key" />} mb="md">
      <Text size="sm" mb="xs">
        {access.shownOnceWhy}
      </Text>
      <Code block data-testid="new-token" className="break">
        {created.token}
      </Code>
      <Group mt="sm">
        <CopyButton value={created.token} label={access.copyToken} />
        <Button size="xs" onClick={onSaved}>
          {access.savedIt}
        </Button>
      </Group>
    </Alert>
  );
}
