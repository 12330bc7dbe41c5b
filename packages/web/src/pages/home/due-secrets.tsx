/** The secrets that ask for attention, by name. */
import { useQuery } from '@tanstack/react-query';
import { remindersQuery } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { Dot } from '../../ui/state.tsx';

const SHOWN = 5;

export function DueSecrets() {
  const { home, secrets: text } = useText();
  const { data: due = [] } = useQuery(remindersQuery);
  if (due.length === 0) return null;
  const all = (
    <LinkAnchor to="/secrets" size="xs" c="dimmed" underline="hover">
      {home.all}
    </LinkAnchor>
  );
  return (
    <Card icon="secret" title={text.title} count={due.length} actions={all}>
      {due.slice(0, SHOWN).map(({ name, reminder }) => (
        <div key={name} className="board-line">
          <Dot state={reminder === 'expired' ? 'bad' : 'wait'} />
          <code className="board-note one-line">{name}</code>
          <span className="board-time">{text.reminders[reminder]}</span>
        </div>
      ))}
    </Card>
  );
}
