/** The entries as a dense table. Only the visible rows exist; more are fetched while scrolling down. */
import { Button, Loader } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { ListedEntry } from '../../api/executions.ts';
import { CREW } from '../../api/workspace.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { HistoryColumns } from './history-columns.tsx';
import type { HistorySearch } from './history-filter.ts';
import { HistoryRow } from './history-row.tsx';
import { SittingRow } from './sitting-row.tsx';
import { type Sitting, sittingsOf } from './sittings.ts';
import { useRowWords } from './use-row-words.ts';

const ROW_HEIGHT = 36;

interface Props {
  readonly entries: readonly ListedEntry[];
  readonly search: HistorySearch;
  readonly chosen: string | undefined;
  /** An entry opens beside the list; otherwise, on a page of its own. */
  readonly beside: boolean;
  /** Entries that came since and are held back. */
  readonly fresh: number;
  readonly more: boolean;
  readonly loading: boolean;
  readonly onMore: () => void;
  readonly onReading: (reading: boolean) => void;
  readonly onShowNew: () => void;
}

type Row = { readonly key: string } & ({ readonly entry: ListedEntry } | { readonly sitting: Sitting });

export function HistoryTable(props: Props) {
  const { entries, search, chosen, beside, fresh, more, loading, onMore, onReading, onShowNew } = props;
  const { executions: text, ui } = useText();
  const box = useRef<HTMLDivElement>(null);
  const words = useRowWords(entries, beside ? search : undefined);
  const story = search.story === true;
  const all = useMemo(() => rowsOf(entries, story), [entries, story]);
  // Another function for the keys would mean another list: all of it would be laid out anew, at each step.
  const keyOf = useCallback((index: number) => all[index]?.key ?? index, [all]);
  const rows = useVirtualizer({
    count: all.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    getItemKey: keyOf,
  });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more && !loading && last >= all.length - 20) onMore();
  }, [more, loading, last, all.length, onMore]);
  const showNew = (): void => {
    box.current?.scrollTo({ top: 0 });
    onReading(false);
    onShowNew();
  };
  return (
    <div className="row-frame history-frame" data-crew={CREW ?? undefined}>
      <HistoryColumns />
      {fresh > 0 && (
        <Button
          size="compact-sm"
          radius="xl"
          className="history-fresh"
          onClick={showNew}
          leftSection={<Icon name="up" size={13} />}
        >
          {text.fresh(fresh)}
        </Button>
      )}
      <div
        ref={box}
        className="history-box"
        onScroll={({ currentTarget }) => onReading(currentTarget.scrollTop > ROW_HEIGHT / 2)}
      >
        <ul
          className="history"
          aria-label={text.title}
          style={{ height: rows.getTotalSize() }}
          data-count={entries.length}
        >
          {items.map(({ index, start, key }) => {
            const row = all[index];
            return row === undefined ? null : (
              <li
                key={key}
                className="row history-row history-grid"
                data-chosen={'entry' in row && row.entry.execution_id === chosen ? true : undefined}
                data-sitting={'sitting' in row ? true : undefined}
                style={{ transform: `translateY(${start}px)` }}
              >
                {'entry' in row ? (
                  <HistoryRow entry={row.entry} words={words} />
                ) : (
                  <SittingRow sitting={row.sitting} words={words} />
                )}
              </li>
            );
          })}
        </ul>
        {loading && <Loader size="sm" aria-label={ui.loading} m="sm" />}
      </div>
    </div>
  );
}

function rowsOf(entries: readonly ListedEntry[], story: boolean): readonly Row[] {
  if (!story) return entries.map((entry) => ({ key: entry.id, entry }));
  return sittingsOf(entries).flatMap((sitting) => [
    { key: `sitting-${sitting.id}`, sitting },
    ...sitting.entries.map((entry) => ({ key: entry.id, entry })),
  ]);
}
