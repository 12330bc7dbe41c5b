/** One entry: when, what, and where it came from. A commit is one line; anything else is Markdown. */
import { Code, Text } from '@mantine/core';
import type { TimelineEntry } from '../../api/journal.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Markdown, WithLinks } from '../../ui/markdown.tsx';
import { exactTime, formatOf } from '../../ui/time-words.ts';

/** "🔧 [repo@ref] message (dd/mm/yyyy HH:MM)": the place, the message, and a date in the reader's format. */
const COMMIT = /^🔧 \[([^\]]*)\] ([\s\S]*) \(\d\d\/\d\d\/\d{4} \d\d:\d\d\)$/u;
const OWN_TAGS = new Set(['git', 'commit']);

interface Props {
  readonly entry: TimelineEntry;
  /** The name of its project, where that is not clear. */
  readonly project: string | undefined;
}

export function EntryLine({ entry, project }: Props) {
  const { language, text: all } = useLanguage();
  const { journal: text } = all;
  const { source, content, happened_at, tags } = entry;
  const at = Date.parse(happened_at);
  const [, place, message] = (source === 'git-commit' && COMMIT.exec(content)) || [];
  return (
    <li className="journal-entry" data-row tabIndex={-1}>
      <time dateTime={happened_at} title={exactTime(language)(at)} className="journal-time">
        {formatOf(language, { timeStyle: 'short' }).format(at)}
      </time>
      <span className="journal-source" title={text.sources[source]}>
        <Icon name={source === 'git-commit' ? 'commit' : source === 'ai' ? 'plug' : 'edit'} />
        <span className="visually-hidden">{text.sources[source]}</span>
      </span>
      <div className="grow shrink">
        {message === undefined ? (
          <Markdown text={content} />
        ) : (
          <Text size="sm" className="break">
            <WithLinks text={message} />
          </Text>
        )}
      </div>
      <Text size="xs" c="dimmed" component="div" className="journal-facts">
        {place !== undefined && <Code>{place}</Code>}
        {project !== undefined && <span>{project}</span>}
        {tags
          .filter((tag) => source !== 'git-commit' || !OWN_TAGS.has(tag))
          .map((tag) => (
            <span key={tag}>#{tag}</span>
          ))}
      </Text>
    </li>
  );
}
