/** Short messages after an action, with an undo if there is one. */
import { Button, Group, Text } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';

/** Above dialogs, below the menus that somebody has opened. */
export const Notices = () => <Notifications position="bottom-right" limit={4} zIndex={250} />;

export function notifyDone(message: string): void {
  notifications.show({ message, color: 'teal', autoClose: 4000, role: 'status' });
}

/** It worked, but there is something to know: stays until it is closed. */
export function notifyWarning(message: string): void {
  notifications.show({ message, color: 'orange', autoClose: false, role: 'alert' });
}

export function notifyAction(message: string, actionLabel: string, action: () => void): void {
  const id = notifications.show({
    color: 'teal',
    autoClose: 8000,
    role: 'status',
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="light"
          flex="none"
          onClick={() => {
            notifications.hide(id);
            action();
          }}
        >
          {actionLabel}
        </Button>
      </Group>
    ),
  });
}
