/** One entry of the history on one line; the whole line opens it. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ListedEntry } from '../../api/executions.ts';
import { meQuery } from '../../api/session.ts';
import { usersQuery } from '../../api/users.ts';
import { useText } from '../../i18n/language.tsx';
import { CommandLine } from '../../ui/command-line.tsx';
import { ShortTime } from '../../ui/relative-time.tsx';
import { Dot } from '../../ui/state.tsx';
import { useClientNames } from '../../ui/use-client-names.ts';
import { executionState, executionWords } from './execution-state.ts';

interface Props {
  readonly entry: ListedEntry;
  /** Opens beside the list, if there is room. */
  readonly beside?: boolean;
}

export function HistoryRow({ entry, beside = false }: Props) {
  const { executions: text } = useText();
  const client = useClientOf(entry);
  const { data: me } = useSuspenseQuery(meQuery);
  const standing = { status: entry.status, exitCode: entry.exit_code, refusal: entry.refusal };
  const words = executionWords(standing, text);
  const state = executionState(standing);
  // Somebody else's output cannot be opened: what the log says is all on this line.
  const own = entry.user_id === undefined || entry.user_id === me.id;
  const command = <CommandLine command={entry.command_template} />;
  return (
    <>
      <span className="history-state" data-status={entry.status}>
        <Dot state={state} />
        <span className="visually-hidden">{words}</span>
      </span>
      <span className="history-command">
        {own ? (
          <OpenLink id={entry.execution_id} beside={beside}>
            {command}
          </OpenLink>
        ) : (
          <span title={entry.command_template}>{command}</span>
        )}
        {state !== 'ok' && (
          <span className="state-word history-word" data-state={state} aria-hidden>
            {words}
          </span>
        )}
      </span>
      <span className="history-machine one-line">
        {entry.container === null ? entry.machine : `${entry.machine} · ${entry.container}`}
      </span>
      <span className="history-client one-line">{client}</span>
      <span className="history-took">{entry.duration_ms === null ? '–' : text.duration(entry.duration_ms)}</span>
      <span className="history-saved">{savedShare(entry)}</span>
      <span className="history-when">
        <ShortTime at={entry.created_at} />
      </span>
    </>
  );
}

interface OpenLinkProps {
  readonly id: string;
  readonly beside: boolean;
  readonly children: React.ReactNode;
}

function OpenLink({ id, beside, children }: OpenLinkProps) {
  if (!beside) {
    return (
      <Link to="/executions/$id" params={{ id }} className="row-link">
        {children}
      </Link>
    );
  }
  return (
    <Link to="/executions" search={(now) => ({ ...now, open: id })} replace resetScroll={false} className="row-link">
      {children}
    </Link>
  );
}

/** Who: for administrators who look at all accounts, also whose it is. */
function useClientOf({ user_id, token_hint, source }: ListedEntry): string {
  const { executions: text } = useText();
  const names = useClientNames();
  const { data: users } = useQuery({ ...usersQuery, enabled: user_id !== undefined });
  const owner = users?.find(({ id }) => id === user_id)?.username;
  const client = token_hint === null ? text.sources[source] : (names.get(token_hint) ?? token_hint);
  return owner === undefined ? client : `${owner} · ${client}`;
}

/** How much of the output the assistant did not have to read. */
function savedShare({ stdout_bytes, returned_bytes, saved_tokens }: ListedEntry): string {
  if ((saved_tokens ?? 0) <= 0 || stdout_bytes === null || returned_bytes === null || stdout_bytes === 0) return '';
  return `${Math.max(0, Math.round(100 * (1 - returned_bytes / stdout_bytes)))} %`;
}
