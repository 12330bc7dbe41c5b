/** The clients that hold a token: what each does now, or did last. */
import { useQuery } from '@tanstack/react-query';
import type { ListedEntry } from '../../api/executions.ts';
import { type Token, tokensQuery } from '../../api/tokens.ts';
import { useText } from '../../i18n/language.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { ShortTime, useNow } from '../../ui/relative-time.tsx';
import { Dot, type StateKind } from '../../ui/state.tsx';
import { parseTime } from '../../ui/time-words.ts';

/** One that called this lately is at work. */
const LATELY_MS = 5 * 60_000;

export function Clients({ entries }: { readonly entries: readonly ListedEntry[] }) {
  const { home } = useText();
  const tokens = (useQuery(tokensQuery).data ?? []).filter(({ status }) => status === 'active');
  return (
    <Card icon="plug" title={home.clients}>
      {tokens.length === 0 && (
        <div className="card-empty">
          <p>{home.noClient}</p>
          <LinkButton to="/settings/$section" params={{ section: 'ai-access' }} variant="default">
            {home.steps.token.action}
          </LinkButton>
        </div>
      )}
      {tokens.map((token) => (
        <Client key={token.id} token={token} last={entries.find(({ token_hint }) => token_hint === token.token_hint)} />
      ))}
    </Card>
  );
}

function Client({ token, last }: { readonly token: Token; readonly last: ListedEntry | undefined }) {
  const { home, executions: text } = useText();
  const now = useNow(10_000);
  const used = token.last_used_at === null ? null : parseTime(token.last_used_at);
  const runs = last?.status === 'running';
  return (
    <div className="board-line">
      <Dot state={stateOf(runs, used, now)} />
      <span className="board-name one-line">{token.label ?? token.token_hint}</span>
      <span className="board-note one-line">
        {last === undefined ? '' : `${last.machine} · ${runs ? text.statuses.running : last.command_template}`}
      </span>
      <span className="board-time">
        {token.last_used_at === null ? home.neverCalled : <ShortTime at={token.last_used_at} />}
      </span>
    </div>
  );
}

function stateOf(runs: boolean, used: number | null, now: number): StateKind {
  if (runs) return 'live';
  return used !== null && now - used < LATELY_MS ? 'ok' : 'off';
}
