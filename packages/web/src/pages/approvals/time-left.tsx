/** How long a question stays open, counting down. */
import { Text } from '@mantine/core';
import { useText } from '../../i18n/language.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { elapsed, parseTime } from '../../ui/time-words.ts';

export function TimeLeft({ until }: { readonly until: string }) {
  const { approvals: text } = useText();
  const seconds = Math.ceil((parseTime(until) - useNow(1000)) / 1000);
  return (
    // Read out on demand only: a voice that counts down every second would drown the command.
    <Text size="xs" c="dimmed" role="timer" aria-live="off" className="time-left">
      {seconds > 0 ? text.left(elapsed(1000 * seconds)) : text.overdue}
    </Text>
  );
}
