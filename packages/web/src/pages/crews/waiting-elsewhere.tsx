/** In a crew: what waits for this person in other workspaces, with the way to the inbox of them all. */
import { Button, Text } from '@mantine/core';
import { CREW } from '../../api/workspace.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useWaiting } from '../../ui/use-waiting.ts';

export function WaitingElsewhere() {
  const { crews: text } = useText();
  const count = (useWaiting() ?? []).filter(({ crew }) => crew !== CREW).length;
  // One's own inbox has everything.
  if (CREW === null || count === 0) return null;
  return (
    <div className="strip strip-waiting" role="status" data-elsewhere={count}>
      <Icon name="ask" />
      <Text size="sm" className="grow">
        {text.elsewhere(count)}
      </Text>
      <Button component="a" href="/approvals" size="xs" variant="default">
        {text.toInbox}
      </Button>
    </div>
  );
}
