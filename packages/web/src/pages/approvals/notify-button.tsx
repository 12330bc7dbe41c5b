/** Asks the browser whether it may notify: only when the person presses, never by itself. */
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';

export function NotifyButton() {
  const { approvals: text } = useText();
  const offered = 'Notification' in window;
  const [permission, setPermission] = useState(offered ? Notification.permission : 'granted');
  if (permission === 'granted') return null;
  if (permission === 'denied') {
    return (
      <Text size="xs" c="dimmed">
        {text.notifyRefused}
      </Text>
    );
  }
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<Icon name="bell" size={16} />}
      onClick={() => void Notification.requestPermission().then(setPermission)}
    >
      {text.notifyHere}
    </Button>
  );
}
