/** Entries in the order in which things happened, by day, each with where it came from. */
import { Button, Stack, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { type JournalFilter, journalQuery } from '../../api/journal.ts';
import type { Project } from '../../api/projects.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NothingYet } from '../../ui/nothing-yet.tsx';
import { formatOf } from '../../ui/time-words.ts';
import { EntryLine } from './entry-line.tsx';

interface Props {
  readonly filter: JournalFilter;
  readonly projects?: readonly Project[];
}

export function Timeline({ filter, projects = [] }: Props) {
  const { language, text: all } = useLanguage();
  const { journal: text } = all;
  const journal = useInfiniteQuery(journalQuery(filter));
  const nameOf = (id: number): string | undefined => projects.find((each) => each.id === id)?.name;
  const day = formatOf(language, { dateStyle: 'full' });
  return (
    <Loaded query={journal}>
      {({ pages }) => {
        const entries = pages.flatMap((page) => page.entries);
        if (entries.length === 0) {
          return filter.q === undefined ? (
            <NothingYet icon="journal" title={text.none} description={text.noneWhy} />
          ) : (
            <NothingYet icon="search" title={text.notFound} description={text.notFoundWhy} />
          );
        }
        const days = [...Map.groupBy(entries, ({ happened_at }) => day.format(Date.parse(happened_at)))];
        return (
          <Stack gap="xs">
            {days.map(([date, own]) => (
              <Fragment key={date}>
                <Title order={2} className="journal-day">
                  {date}
                </Title>
                <ol className="steps journal" aria-label={date}>
                  {own.map((entry) => (
                    <EntryLine key={entry.id} entry={entry} project={nameOf(entry.project_id)} />
                  ))}
                </ol>
              </Fragment>
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
