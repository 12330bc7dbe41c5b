/** Shows that the page is waiting for the client's first call. */
import { Group, Loader, Text } from '@mantine/core';
import { useText } from '../../i18n/language.tsx';

export function GuideWaiting() {
  const { access } = useText();
  return (
    <Group gap="sm" mt="xs" role="status">
      <Loader size="xs" aria-hidden />
      <Text size="sm">{access.waiting}</Text>
    </Group>
  );
}
