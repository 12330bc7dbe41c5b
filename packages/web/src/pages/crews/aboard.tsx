/** The members: what each of them does now, in person or by an assistant, or did last. */
import { shortText } from '@synapse/contract/visible-text';
import { useQuery } from '@tanstack/react-query';
import { type CrewMember, membersQuery } from '../../api/crews.ts';
import type { ListedEntry } from '../../api/executions.ts';
import { useText } from '../../i18n/language.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { ShortTime, useNow } from '../../ui/relative-time.tsx';
import { Dot, type StateKind } from '../../ui/state.tsx';
import { parseTime } from '../../ui/time-words.ts';

/** One that was here this lately still is. */
const LATELY_MS = 5 * 60_000;
const SHOWN = 12;

interface Props {
  readonly crew: string;
  /** What runs, then the newest first. */
  readonly entries: readonly ListedEntry[];
}

export function Aboard({ crew, entries }: Props) {
  const { crews: text, home } = useText();
  const { data: members = [] } = useQuery(membersQuery(crew));
  const all = (
    <LinkAnchor to="/crew/$section" params={{ section: 'members' }} size="xs" c="dimmed" underline="hover">
      {home.all}
    </LinkAnchor>
  );
  return (
    <Card icon="admin" title={text.aboard} count={members.length} actions={all}>
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
  const at = last?.created_at ?? member.last_active_at;
  return (
    <div className="board-line" data-aboard={member.username} data-runs={runs ? true : undefined}>
      <Dot state={stateOf(runs, member.last_active_at, now)} />
      <span className="board-name one-line">{member.username}</span>
      <span className="board-note one-line">
        {last === undefined ? text.idle : `${executions.statuses[last.status]} · ${doing(last)}`}
      </span>
      <span className="board-time">{at === null ? text.neverSeen : <ShortTime at={at} />}</span>
    </div>
  );
}

/** The assistant, where it was one, then where and what. */
function doing({ actor, machine, command_template }: ListedEntry): string {
  const assistant = actor?.client ?? actor?.token_label ?? null;
  return [assistant, machine, shortText(command_template)].filter((part) => part !== null).join(' · ');
}

function stateOf(runs: boolean, seen: string | null, now: number): StateKind {
  if (runs) return 'live';
  return seen !== null && now - parseTime(seen) < LATELY_MS ? 'ok' : 'off';
}
