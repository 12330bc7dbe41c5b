/** The questions behind the one that is open: one line each, so that the rest of the page stays in sight. */
import type { Approval } from '../../api/approvals.ts';
import { CREW } from '../../api/workspace.ts';
import { useText } from '../../i18n/language.tsx';
import { Card } from '../../ui/card.tsx';
import { CommandLine } from '../../ui/command-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { Dot } from '../../ui/state.tsx';
import { TimeLeft } from '../approvals/time-left.tsx';

/** The rest is on the page of the approvals. */
const SHOWN = 4;

interface Props {
  readonly approvals: readonly Approval[];
  readonly title?: string;
}

export function AlsoWaiting({ approvals, title }: Props) {
  const { home } = useText();
  if (approvals.length === 0) return null;
  const all = (
    <LinkAnchor to="/approvals" size="xs" c="dimmed" underline="hover">
      {home.all}
    </LinkAnchor>
  );
  return (
    <Card icon="ask" title={title ?? home.alsoWaiting} count={approvals.length} actions={all}>
      {approvals.slice(0, SHOWN).map(({ id, command_template, machine, crew, actor, expires_at }) => (
        <div key={id} className="board-line" data-waiting={id}>
          <Dot state="wait" />
          <LinkAnchor to="/approvals/$id" params={{ id }} underline="never" c="inherit" className="grow shrink">
            <CommandLine command={command_template} />
          </LinkAnchor>
          <span className="board-time">
            {crew === undefined || crew === CREW ? machine : `${crew}/${machine}`}
            {actor !== undefined && ` · ${actor}`}
          </span>
          <TimeLeft until={expires_at} />
        </div>
      ))}
    </Card>
  );
}
