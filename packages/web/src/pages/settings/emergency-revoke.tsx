/** How to revoke a leaked token without signing in. */
import { Text } from '@mantine/core';
import { useText } from '../../i18n/language.tsx';
import { Section } from '../../ui/section.tsx';
import { Snippet } from '../../ui/snippet.tsx';

export function EmergencyRevoke() {
  const { access } = useText();
  const address = `${location.origin}/tda/ai/tokens/emergency-revoke?token=${access.yourToken}`;
  return (
    <Section title={access.emergency} description={access.emergencyWhy}>
      <Snippet place={access.terminal} text={`curl -X POST '${address}'`} />
      <Text size="sm" c="dimmed" mt="xs">
        {access.emergencyNote}
      </Text>
    </Section>
  );
}
