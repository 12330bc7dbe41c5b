/** The clients that hold a token or were connected by OAuth: what each does now, or did last. */
import { shortText } from '@synapse/contract/visible-text';
import { useQuery } from '@tanstack/react-query';
import { connectionsQuery } from '../../api/connections.ts';
import type { ListedEntry } from '../../api/executions.ts';
import { tokensQuery } from '../../api/tokens.ts';
import { useText } from '../../i18n/language.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { ShortTime, useNow } from '../../ui/relative-time.tsx';
import { Dot, type StateKind } from '../../ui/state.tsx';
import { parseTime } from '../../ui/time-words.ts';
import { connectionName } from '../../ui/use-client-names.ts';

/** One that called this lately is at work. */
const LATELY_MS = 5 * 60_000;

interface Known {
  /** As the log calls it. */
  readonly hint: string;
  readonly name: string;
  readonly last_used_at: string | null;
}

/** `entries`: what runs, then the newest first. */
export function Clients({ entries }: { readonly entries: readonly ListedEntry[] }) {
  const { home } = useText();
  const clients = useClients();
  return (
    <Card icon="plug" title={home.clients}>
      {clients.length === 0 && (
        <div className="card-empty">
          <p>{home.noClient}</p>
          <LinkButton to="/settings/$section" params={{ section: 'ai-access' }} variant="default">
            {home.steps.token.action}
          </LinkButton>
        </div>
      )}
      {clients.map((client) => (
        <Client key={client.hint} client={client} last={entries.find(({ token_hint }) => token_hint === client.hint)} />
      ))}
    </Card>
  );
}

function useClients(): readonly Known[] {
  const tokens = useQuery(tokensQuery).data ?? [];
  const connections = useQuery(connectionsQuery).data ?? [];
  return [
    ...tokens
      .filter(({ status }) => status === 'active')
      .map(({ token_hint, label, last_used_at }) => ({ hint: token_hint, name: label ?? token_hint, last_used_at })),
    ...connections.map((each) => ({ hint: each.id, name: connectionName(each), last_used_at: each.last_used_at })),
  ];
}

function Client({ client, last }: { readonly client: Known; readonly last: ListedEntry | undefined }) {
  const { home, executions: text } = useText();
  const now = useNow(10_000);
  const used = client.last_used_at === null ? null : parseTime(client.last_used_at);
  const runs = last?.status === 'running';
  return (
    <div className="board-line" data-client={client.hint} data-runs={runs ? true : undefined}>
      <Dot state={stateOf(runs, used, now)} />
      <span className="board-name one-line">{client.name}</span>
      <span className="board-note one-line">
        {runs && <span className="visually-hidden">{text.statuses.running} </span>}
        {last === undefined ? '' : `${last.machine} · ${shortText(last.command_template)}`}
      </span>
      <span className="board-time">
        {client.last_used_at === null ? home.neverCalled : <ShortTime at={client.last_used_at} />}
      </span>
    </div>
  );
}

function stateOf(runs: boolean, used: number | null, now: number): StateKind {
  if (runs) return 'live';
  return used !== null && now - used < LATELY_MS ? 'ok' : 'off';
}
