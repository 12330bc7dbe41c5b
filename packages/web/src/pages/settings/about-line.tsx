/** Which version this is, and where it is described. */
import { Anchor, Text } from '@mantine/core';
import { useText } from '../../i18n/language.tsx';

export function AboutLine() {
  const { settings: text } = useText();
  return (
    <Text size="xs" c="dimmed" mt="lg" component="p">
      Synapse {__VERSION__}
      {' · '}
      <Anchor href="/docs/api" size="xs">
        {text.docsApi}
      </Anchor>
      {' · '}
      <Anchor href="/docs/errors" size="xs">
        {text.docsErrors}
      </Anchor>
      {' · '}
      <Anchor href="/llms.txt" size="xs">
        {text.docsAssistants}
      </Anchor>
    </Text>
  );
}
