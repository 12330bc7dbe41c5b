/** The entries, newest first. Only the visible ones exist; more are fetched while scrolling down. */
import { Group, Loader, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { ListedEntry } from '../../api/executions.ts';
import { meQuery } from '../../api/session.ts';
import { usersQuery } from '../../api/users.ts';
import { useText } from '../../i18n/language.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusBadge } from './status-badge.tsx';

const ROW_HEIGHT = 62;

interface Props {
  readonly entries: readonly ListedEntry[];
  readonly more: boolean;
  readonly loading: boolean;
  readonly onMore: () => void;
}

export function HistoryList({ entries, more, loading, onMore }: Props) {
  const { executions: text, ui } = useText();
  const list = useRef<HTMLUListElement>(null);
  const rows = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollMargin: list.current?.offsetTop ?? 0,
    getItemKey: (index) => entries[index]?.id ?? index,
  });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more && !loading && last >= entries.length - 10) onMore();
  }, [more, loading, last, entries.length, onMore]);
  return (
    <>
      <div className="history-frame">
        <ul
          ref={list}
          className="history"
          aria-label={text.title}
          style={{ height: rows.getTotalSize() }}
          data-count={entries.length}
        >
          {items.map(({ index, start, key }) => {
            const entry = entries[index];
            return entry === undefined ? null : (
              <li
                key={key}
                className="history-row"
                style={{ height: ROW_HEIGHT, transform: `translateY(${start - rows.options.scrollMargin}px)` }}
              >
                <Entry entry={entry} />
              </li>
            );
          })}
        </ul>
      </div>
      {loading && <Loader size="sm" aria-label={ui.loading} />}
    </>
  );
}

function Entry({ entry }: { readonly entry: ListedEntry }) {
  const { executions: text } = useText();
  const { data: me } = useSuspenseQuery(meQuery);
  // Only an administrator who looks at all accounts sees whose it is.
  const { user_id } = entry;
  const { data: users } = useQuery({ ...usersQuery, enabled: user_id !== undefined });
  const owner = users?.find(({ id }) => id === user_id)?.username ?? user_id ?? null;
  const facts = [
    owner,
    entry.container === null ? entry.machine : `${entry.machine} / ${entry.container}`,
    text.sources[entry.source],
    entry.duration_ms === null ? null : text.duration(entry.duration_ms),
    (entry.saved_tokens ?? 0) > 0 ? text.savedTokens(entry.saved_tokens ?? 0) : null,
  ].filter((fact) => fact !== null);
  return (
    <>
      <Group gap="sm" wrap="nowrap">
        <StatusBadge status={entry.status} exitCode={entry.exit_code} />
        {user_id === undefined || user_id === me.id ? (
          <LinkAnchor to="/executions/$id" params={{ id: entry.execution_id }} className="command" underline="hover">
            {entry.command_template}
          </LinkAnchor>
        ) : (
          // Somebody else's output cannot be opened: what the log says is all on this line.
          <Text className="command" title={entry.command_template}>
            {entry.command_template}
          </Text>
        )}
      </Group>
      <Text size="xs" c="dimmed" className="one-line">
        <RelativeTime at={entry.created_at} /> · {facts.join(' · ')}
      </Text>
    </>
  );
}
