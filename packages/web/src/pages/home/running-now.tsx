/** What runs at this moment, each with the end of its output as it comes. */
import type { ListedEntry } from '../../api/executions.ts';
import { useText } from '../../i18n/language.tsx';
import { LastLine } from '../../output/last-line.tsx';
import { Card } from '../../ui/card.tsx';
import { CommandLine } from '../../ui/command-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { Dot } from '../../ui/state.tsx';
import { elapsed, parseTime } from '../../ui/time-words.ts';
import { actorName, useClientNames } from '../../ui/use-client-names.ts';
import { StopButton } from '../executions/stop-button.tsx';

/** Each holds a connection open. */
const MOST = 5;

interface Props {
  readonly running: readonly ListedEntry[];
  /** There are more than were asked for. */
  readonly more: boolean;
}

export function RunningNow({ running, more }: Props) {
  const { home } = useText();
  const left = running.length - MOST;
  return (
    <Card icon="activity" title={home.running} count={more ? `${running.length}+` : running.length}>
      {running.length === 0 && <p className="card-empty">{home.nothingRuns}</p>}
      {running.slice(0, MOST).map((entry) => (
        <Running key={entry.execution_id} entry={entry} />
      ))}
      {left > 0 && (
        <LinkAnchor to="/executions" search={{ outcome: 'running' }} size="xs" c="dimmed" className="card-more">
          {home.alsoRunning(left)}
        </LinkAnchor>
      )}
    </Card>
  );
}

function Running({ entry }: { readonly entry: ListedEntry }) {
  const { executions: text } = useText();
  const { execution_id: id, machine, token_hint } = entry;
  const names = useClientNames();
  const now = useNow(1000);
  const client = token_hint === null ? text.sources[entry.source] : (names.get(token_hint) ?? token_hint);
  const who = entry.actor === undefined ? client : actorName(entry.actor);
  return (
    <div className="running" data-running={id}>
      <Dot state="live" />
      <LinkAnchor to="/executions/$id" params={{ id }} underline="never" c="inherit" className="shrink">
        <CommandLine command={entry.command_template} />
      </LinkAnchor>
      <span className="running-who one-line">
        {machine} · {who}
      </span>
      <span className="running-time">{elapsed(now - parseTime(entry.created_at))}</span>
      <StopButton id={id} command={entry.command_template} actor={entry.actor?.username} />
      <LastLine id={id} />
    </div>
  );
}
