/** The history of commands, live: filters in the address bar, export, and whether the log is intact. */
import { Button, Menu } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { entriesOf, exportAddress, historyQuery } from '../../api/executions.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { ChainBadge } from './chain-badge.tsx';
import { FilterBar } from './filter-bar.tsx';
import { filterOf } from './history-filter.ts';
import { HistoryList } from './history-list.tsx';

const route = getRouteApi('/inside/executions');

export function ExecutionsPage() {
  const { executions: text } = useText();
  const search = route.useSearch();
  const filter = filterOf(search, Date.now());
  const history = useInfiniteQuery({ ...historyQuery(filter), select: entriesOf });
  const unfiltered = Object.keys(filter).length === 0;
  return (
    <ListPage
      title={text.title}
      description={text.why}
      actions={
        <>
          <ChainBadge />
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" leftSection={<Icon name="download" size={16} />}>
                {text.export}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {(['csv', 'jsonl'] as const).map((format) => (
                <Menu.Item key={format} component="a" href={exportAddress(filter, format)} download>
                  {text.formats[format]}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </>
      }
      above={<FilterBar search={search} />}
      query={history}
      empty={{
        icon: 'executions',
        title: unfiltered ? text.none : text.noneLeft,
        description: unfiltered ? text.noneWhy : text.noneLeftWhy,
        action: unfiltered ? <LinkButton to="/run">{text.toConsole}</LinkButton> : undefined,
      }}
    >
      {(entries) => (
        <HistoryList
          entries={entries}
          more={history.hasNextPage}
          loading={history.isFetchingNextPage}
          onMore={() => void history.fetchNextPage()}
        />
      )}
    </ListPage>
  );
}
