/** The history of commands, live: searched and filtered by the address, one of them opened beside the list. */
import '../../app/rows.css';
import '../../app/history.css';
import '../../app/console.css';
import { Button, Menu } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { exportAddress, type HistoryFilter } from '../../api/executions.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useBeside } from '../../ui/use-beside.ts';
import { useMay } from '../../ui/use-crew.ts';
import { ChainBadge } from './chain-badge.tsx';
import { ExecutionPanel } from './execution-panel.tsx';
import { FoundLines } from './found-lines.tsx';
import { filterOf, type HistorySearch } from './history-filter.ts';
import { HistoryFilterBar } from './history-filter-bar.tsx';
import { HistoryTable } from './history-table.tsx';
import { useHistory } from './use-history.ts';

const route = getRouteApi('/inside/executions');

export function ExecutionsPage() {
  const search = route.useSearch();
  return search.outputs === true ? <InOutputs search={search} /> : <History search={search} />;
}

/** What commands printed, in place of the commands. */
function InOutputs({ search }: { readonly search: HistorySearch }) {
  const { executions: text } = useText();
  return (
    <>
      <PageHeader title={text.title} help={text.why} />
      <HistoryFilterBar search={search} />
      <FoundLines words={search.q ?? ''} />
    </>
  );
}

function History({ search }: { readonly search: HistorySearch }) {
  const { executions: text } = useText();
  const navigate = useNavigate();
  const [scrolled, setScrolled] = useState(false);
  const beside = useBeside();
  const filter = filterOf(search, Date.now());
  // What is being read does not move: neither the list, nor what was opened from it.
  const open = beside ? search.open : undefined;
  const { history, fresh, showNew } = useHistory(filter, scrolled || open !== undefined);
  const close = (): void => {
    void navigate({ to: '/executions', search: ({ open: _, ...rest }) => rest, replace: true, resetScroll: false });
  };
  const unfiltered = Object.keys(filter).length === 0;
  return (
    <div className="board-full">
      <ListPage
        title={text.title}
        description={text.why}
        note={<ChainBadge />}
        actions={
          <>
            <StoryButton search={search} />
            <ExportMenu filter={filter} />
          </>
        }
        above={<HistoryFilterBar search={search} />}
        query={history}
        empty={{
          icon: 'executions',
          title: unfiltered ? text.none : text.noneLeft,
          description: unfiltered ? text.noneWhy : text.noneLeftWhy,
          action: unfiltered ? (
            <LinkButton to="/run">{text.toConsole}</LinkButton>
          ) : (
            <LinkButton to="/executions" search={{}} variant="default">
              {text.clear}
            </LinkButton>
          ),
        }}
      >
        {(entries) => (
          <div className="split" data-open={open === undefined ? undefined : true}>
            <HistoryTable
              entries={entries}
              search={search}
              chosen={open}
              beside={beside}
              fresh={fresh}
              more={history.hasNextPage}
              loading={history.isFetchingNextPage}
              onMore={() => void history.fetchNextPage()}
              onReading={setScrolled}
              onShowNew={showNew}
            />
            {open !== undefined && <ExecutionPanel id={open} onClose={close} />}
          </div>
        )}
      </ListPage>
    </div>
  );
}

/** By sitting, as a story. */
function StoryButton({ search }: { readonly search: HistorySearch }) {
  const { executions: text } = useText();
  const { story, ...rest } = search;
  return (
    <LinkButton
      to="/executions"
      search={story === true ? rest : { ...rest, story: true }}
      replace
      variant="default"
      className="tool"
      data-on={story}
    >
      {text.story}
    </LinkButton>
  );
}

function ExportMenu({ filter }: { readonly filter: HistoryFilter }) {
  const { executions: text } = useText();
  if (!useMay('check-log')) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" />}>
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
  );
}
