/** The members: what each of them does now, in person or by an assistant, or did last. */
import { shortText } from '@synapse/contract/visible-text';
import { useQuery } from '@tanstack/react-query';
import { type Crew, type CrewMember, membersQuery } from '../../api/crews.ts';
import type { ListedEntry } from '../../api/executions.ts';
import { useText } from '../../i18n/language.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { ShortTime, useNow } from '../../ui/relative-time.tsx';
import { Dot, type StateKind } from '../../ui/state.tsx';
import { parseTime } from '../../ui/time-words.ts';
import { executionWords, type Standing } from '../executions/execution-state.ts';

/** One that was here this lately still is. */
const LATELY_MS = 5 * 60_000;
const SHOWN = 12;

interface Props {
  readonly crew: Crew;
  /** What runs, then the newest first. */
  readonly entries: readonly ListedEntry[];
}

export function Aboard({ crew, entries }: Props) {
  const { crews: text, home } = useText();
  const { data: members = [] } = useQuery(membersQuery(crew.slug));
  const all = (
    <LinkAnchor to="/crew/$section" params={{ section: 'members' }} size="xs" c="dimmed" underline="hover">
      {home.all}
    </LinkAnchor>
  );
  return (
    <Card icon="admin" title={text.aboard} count={crew.members} actions={all}>
      {members.slice(0, SHOWN).map((member) => (
        <Member key={member.username} member={member} last={lastOf(entries, member.username)} />
      ))}
    </Card>
  );
}

/** Changes of the crew itself are no work on its machines. */
const lastOf = (entries: readonly ListedEntry[], username: string): ListedEntry | undefined =>
  entries.find(({ actor, source }) => actor?.username === username && source !== 'crew');

function Member({ member, last }: { readonly member: CrewMember; readonly last: ListedEntry | undefined }) {
  const { crews: text, executions } = useText();
  const now = useNow(10_000);
  const runs = last?.status === 'running';
  const waits = last?.status === 'pending';
  const at = last?.created_at ?? member.last_active_at;
  const does = last === undefined ? text.idle : doing(last);
  // The dot says that it runs, or for what it waits: the rest of the line is for what it is.
  const words = waits ? text.requestStates.pending : last && executionWords(standingOf(last), executions);
  const state = words === undefined || runs ? '' : `${words} · `;
  return (
    <div className="board-line" data-aboard={member.username} data-runs={runs ? true : undefined}>
      <Dot state={waits ? 'wait' : stateOf(runs, member.last_active_at, now)} />
      <span className="board-name one-line">{member.username}</span>
      <span className="board-note one-line" title={`${state}${does}`}>
        {runs && <span className="visually-hidden">{executions.statuses.running} </span>}
        {state}
        {does}
      </span>
      <span className="board-time">{at === null ? text.neverSeen : <ShortTime at={at} />}</span>
    </div>
  );
}

const standingOf = ({ status, exit_code, refusal }: ListedEntry): Standing => ({
  status,
  exitCode: exit_code,
  refusal,
});

/** The assistant, where it was one, then where and what. */
function doing({ actor, machine, command_template }: ListedEntry): string {
  const assistant = actor?.client ?? actor?.token_label ?? null;
  return [assistant, machine, shortText(command_template)].filter((part) => part !== null).join(' · ');
}

function stateOf(runs: boolean, seen: string | null, now: number): StateKind {
  if (runs) return 'live';
  return seen !== null && now - parseTime(seen) < LATELY_MS ? 'ok' : 'off';
}
