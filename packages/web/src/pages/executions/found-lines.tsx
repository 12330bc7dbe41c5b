/** Lines of kept outputs with a text in them: under its command, each leads to its place. */
import { Button, Text } from '@mantine/core';
import { visibleText } from '@synapse/contract/visible-text';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { entryQuery, type FoundLine, foundLinesQuery } from '../../api/executions.ts';
import { useText } from '../../i18n/language.tsx';
import { CommandLine } from '../../ui/command-line.tsx';
import { NothingYet } from '../../ui/nothing-yet.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ShortTime } from '../../ui/relative-time.tsx';

export function FoundLines({ words }: { readonly words: string }) {
  const { executions: text } = useText();
  const search = useInfiniteQuery(foundLinesQuery(words));
  const pages = search.data?.pages ?? [];
  const searched = pages.reduce((sum, page) => sum + page.searched, 0);
  const byExecution = Map.groupBy(
    pages.flatMap(({ found }) => found),
    ({ execution_id }) => execution_id,
  );
  if (words.length < 2) return <NothingYet icon="search" title={text.inOutputs} description={text.inOutputsWhy} />;
  return (
    <div className="found">
      <ProblemNotice error={search.error} />
      {byExecution.size > 0 && (
        <ul className="row-frame row-list found-list" aria-label={text.inOutputs}>
          {[...byExecution].map(([id, lines]) => (
            <FoundIn key={id} id={id} lines={lines} />
          ))}
        </ul>
      )}
      <div className="found-foot">
        <Text size="sm" c="dimmed" role="status">
          {search.data !== undefined && (
            <>
              {byExecution.size === 0 && `${text.foundNothing} · `}
              {text.searchedOutputs(searched, !search.hasNextPage)}
            </>
          )}
        </Text>
        {(search.hasNextPage || search.isFetching) && (
          <Button variant="default" loading={search.isFetching} onClick={() => void search.fetchNextPage()}>
            {text.searchOn}
          </Button>
        )}
      </div>
    </div>
  );
}

function FoundIn({ id, lines }: { readonly id: string; readonly lines: readonly FoundLine[] }) {
  const { data: entry } = useQuery(entryQuery(id));
  return (
    <li className="found-in">
      {entry !== undefined && (
        <div className="found-head">
          <CommandLine command={entry.command_template} />
          <span className="one-line">{entry.machine}</span>
          <ShortTime at={entry.created_at} />
        </div>
      )}
      {lines.map(({ stream, line, text }) => (
        <Link
          key={`${stream} ${line}`}
          to="/executions/$id"
          params={{ id }}
          search={{ line, ...(stream === 'stderr' ? { stream } : {}) }}
          className="found-line"
          data-stream={stream}
        >
          <span className="found-number">{line}</span>
          <code className="one-line">{visibleText(text)}</code>
        </Link>
      ))}
    </li>
  );
}
