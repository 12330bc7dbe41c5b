/** What the same client did before and after, until a longer pause: the sitting that a command belongs to. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type AuditEntry, latestQuery } from '../../api/executions.ts';
import { useText } from '../../i18n/language.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { parseTime } from '../../ui/time-words.ts';
import { CommandMenu } from './command-actions.tsx';
import { HistoryRow } from './history-row.tsx';
import { sittingsOf } from './sittings.ts';
import { useRowWords } from './use-row-words.ts';

/** A sitting that lasts longer is shown in part. */
const HOURS_MS = 2 * 3_600_000;

export function SessionStory({ entry }: { readonly entry: AuditEntry }) {
  const { executions: text } = useText();
  const at = parseTime(entry.created_at);
  const around = useQuery(
    latestQuery({
      since: new Date(at - HOURS_MS).toISOString(),
      until: new Date(at + HOURS_MS).toISOString(),
      source: entry.source,
      ...(entry.token_hint === null ? {} : { token: entry.token_hint }),
    }),
  );
  const words = useRowWords(around.data?.entries ?? []);
  return (
    <Loaded query={around}>
      {({ entries }) => {
        const story = sittingsOf(entries).find((each) => each.entries.some(({ id }) => id === entry.id));
        if (story === undefined || story.entries.length < 2) return <Text c="dimmed">{text.noSession}</Text>;
        return (
          <ul className="row-frame row-list latest-list" aria-label={text.tabs.session}>
            {story.entries.map((each) => (
              <li
                key={each.id}
                className="row history-row history-grid"
                data-chosen={each.id === entry.id ? true : undefined}
              >
                <HistoryRow entry={each} words={words} />
                <span className="row-more">{words.isOwn(each) && <CommandMenu command={each} />}</span>
              </li>
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}
