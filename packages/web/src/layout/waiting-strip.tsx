/** On a narrow screen the menu is folded away: what waits is said above the page instead. */
import { Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../ui/icon.tsx';
import { LinkButton } from '../ui/links.tsx';
import { useWaiting } from '../ui/use-waiting.ts';

export function WaitingStrip() {
  const { approvals: text } = useText();
  const { pathname } = useLocation();
  const count = useWaiting()?.length ?? 0;
  // Home and the approvals show the questions themselves.
  if (count === 0 || pathname === '/' || pathname.startsWith('/approvals')) return null;
  return (
    <div className="strip strip-waiting narrow-only" role="status">
      <Icon name="ask" />
      <Text size="sm" className="grow">
        {text.strip(count)}
      </Text>
      <LinkButton to="/approvals" size="xs" variant="default">
        {text.open}
      </LinkButton>
    </div>
  );
}
