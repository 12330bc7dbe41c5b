/** Why a secret asks for attention, or when it will. */
import { Text } from '@mantine/core';
import type { UsedSecret } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { State } from '../../ui/state.tsx';

export function Reminder({ secret }: { readonly secret: UsedSecret }) {
  const { secrets: text } = useText();
  const { reminder, expires_at, value_at } = secret;
  if (reminder === null && expires_at === null) return null;
  const at = reminder === 'rotate' ? value_at : (expires_at ?? value_at);
  return (
    <Text size="xs" c="dimmed" component="div" className="reminder">
      {reminder !== null && <State state={reminder === 'expired' ? 'bad' : 'wait'}>{text.reminders[reminder]}</State>}
      <span>
        {text.reminderAt[reminder ?? 'expires_soon']} <RelativeTime at={at} />
      </span>
    </Text>
  );
}
