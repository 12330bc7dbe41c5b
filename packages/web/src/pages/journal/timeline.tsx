/** Entries in time, each with where it came from. */
import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type JournalEntry, journalQuery } from '../../api/journal.ts';
import type { Project } from '../../api/projects.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NothingYet } from '../../ui/nothing-yet.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

const COLORS: Readonly<Record<JournalEntry['source'], string>> = {
  'git-commit': 'gray',
  manual: 'teal',
  ai: 'synapse',
};

interface Props {
  readonly project: number | undefined;
  readonly projects?: readonly Project[];
}

export function Timeline({ project, projects = [] }: Props) {
  const { journal: text } = useText();
  const journal = useInfiniteQuery(journalQuery(project));
  const nameOf = (id: number): string | undefined => projects.find((each) => each.id === id)?.name;
  return (
    <Loaded query={journal}>
      {({ pages }) => {
        const entries = pages.flatMap((page) => page.entries);
        return entries.length === 0 ? (
          <NothingYet icon="journal" title={text.none} description={text.noneWhy} />
        ) : (
          <Stack gap="xs" component="ol" className="steps" aria-label={text.title}>
            {entries.map((entry) => (
              <Paper key={entry.id} component="li" withBorder p="sm">
                <Text className="pre-wrap break">
                  <Content entry={entry} />
                </Text>
                <Group gap="xs" mt={6}>
                  <Badge color={COLORS[entry.source]} variant="light">
                    {text.sources[entry.source]}
                  </Badge>
                  {nameOf(entry.project_id) !== undefined && <Text size="xs">{nameOf(entry.project_id)}</Text>}
                  <Text size="xs" c="dimmed">
                    <RelativeTime at={entry.created_at} />
                  </Text>
                  {entry.tags.map((tag) => (
                    <Text key={tag} size="xs" c="dimmed">
                      #{tag}
                    </Text>
                  ))}
                </Group>
              </Paper>
            ))}
            {journal.hasNextPage && (
              <Button
                variant="default"
                loading={journal.isFetchingNextPage}
                onClick={() => void journal.fetchNextPage()}
              >
                {text.more}
              </Button>
            )}
          </Stack>
        );
      }}
    </Loaded>
  );
}

/** The sign that commits begin with is drawn, because not every computer has a font for it. */
const SIGN = '🔧 ';

function Content({ entry: { source, content } }: { readonly entry: JournalEntry }) {
  if (source !== 'git-commit' || !content.startsWith(SIGN)) return content;
  return (
    <>
      <span className="visually-hidden">{SIGN}</span>
      <span className="entry-sign">
        <Icon name="commit" size={16} />
      </span>
      {content.slice(SIGN.length)}
    </>
  );
}
