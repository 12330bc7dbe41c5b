/** Shows an output of any length, as a terminal would: only the visible lines exist, and none of them can do anything. */
import '../app/console.css';
import { Button, Loader, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { Stream } from '../api/executions.ts';
import { useLanguage, useText } from '../i18n/language.tsx';
import { Icon } from '../ui/icon.tsx';
import { clockTime } from '../ui/time-words.ts';
import type { LineKind } from './difference.ts';
import type { Lines, Origin } from './line-store.ts';
import { OutputLine } from './output-line.tsx';
import { OutputTools, type Together, type View } from './output-tools.tsx';
import { LINE_HEIGHT, useFollow } from './use-follow.ts';
import { useOutputSearch } from './use-output-search.ts';

/** Room for the space around the lines and a scroll bar. */
const MARGINS = 34;
const LOWEST = 96;

interface Props {
  readonly store: Lines;
  readonly label: string;
  /** In place of the label, at the left of the tools. */
  readonly head?: ReactNode;
  readonly height?: number;
  /** Takes all the room there is. */
  readonly fill?: boolean;
  /** True while more may come. */
  readonly live?: boolean;
  /** True while it is reconnecting. */
  readonly lost?: boolean;
  /** Whether long lines are wrapped to begin with. */
  readonly wrapped?: boolean;
  /** What compaction made of each line. */
  readonly kinds?: readonly LineKind[] | undefined;
  /** Of the file, if it is saved. */
  readonly fileName?: string;
  /** Numbers beside the lines, each a link to its line. */
  readonly numbers?: LineNumbers | undefined;
  /** Where there is a choice. */
  readonly together?: Together | undefined;
  /** The lines from this one on came in an order that is not known. */
  readonly unordered?: number | undefined;
}

export interface LineNumbers {
  /** The place of the line that the address names, counted from 1. */
  readonly at: number | undefined;
  /** Without a stream, of the one that is shown. */
  readonly addressOf: (line: number, stream?: Stream) => string;
  readonly onOpen: (line: number, stream?: Stream) => void;
}

export function OutputView(props: Props) {
  const {
    store,
    label,
    head,
    height = 360,
    fill = false,
    live = false,
    lost = false,
    wrapped = false,
    kinds,
    numbers,
  } = props;
  const {
    language,
    text: { output: text },
  } = useLanguage();
  const version = useSyncExternalStore(store.subscribe, store.version);
  const [view, setView] = useState<View>({ wrap: wrapped, times: false });
  const { count, dropped } = store;
  const box = useRef<HTMLElement>(null);
  const { follow, unseen, setFollow, onScroll, onKeyDown } = useFollow(box, dropped + count, dropped, live);
  const lines = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  });
  const search = useOutputSearch(store, version, (line) => {
    setFollow(false);
    lines.scrollToIndex(line, { align: 'center' });
  });
  useGoToLine(numbers?.at, dropped, count, (index) => {
    setFollow(false);
    lines.scrollToIndex(index, { align: 'center' });
  });
  const change = (wanted: View): void => {
    setView(wanted);
    lines.measure();
  };
  const shown = live ? height : Math.max(LOWEST, Math.min(height, count * LINE_HEIGHT + MARGINS));
  return (
    <div className="output" data-fill={fill ? true : undefined}>
      <div className="output-head">
        {head ?? (
          <Text size="xs" className="break output-label">
            {label}
          </Text>
        )}
        <span role="status" className="output-lost">
          {lost && (
            <>
              <Loader size={10} color="orange" aria-hidden /> {text.reconnecting}
            </>
          )}
        </span>
        <Text size="xs" className="whole output-count">
          {text.lines(count)}
        </Text>
        <OutputTools
          store={store}
          name={props.fileName ?? 'output.txt'}
          view={view}
          onView={change}
          search={search}
          together={props.together}
        />
      </div>
      {dropped > 0 && <div className="output-note">{text.dropped(dropped)}</div>}
      <section
        ref={box}
        className="output-box"
        data-wrap={view.wrap ? true : undefined}
        style={fill ? undefined : { height: shown }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must get there
        tabIndex={0}
        aria-label={label}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        {count === 0 ? (
          <div className="output-note">{live ? text.waiting : text.empty}</div>
        ) : (
          <div className="output-lines" style={{ height: lines.getTotalSize() }}>
            {lines.getVirtualItems().map(({ index, start }) => (
              <div
                key={index}
                ref={view.wrap ? lines.measureElement : undefined}
                data-index={index}
                data-kind={kinds?.[index]}
                data-stream={store.origin(index).stream}
                data-at={search.found[search.at] === index || numbers?.at === dropped + index + 1 ? true : undefined}
                className="output-line"
                dir="ltr"
                style={{ transform: `translateY(${start}px)` }}
              >
                {numbers !== undefined && <LineNumber {...store.origin(index)} numbers={numbers} />}
                <OutputLine
                  line={store.line(index)}
                  time={view.times ? clockTime(store.timeOf(index), language) : undefined}
                  wanted={search.wanted}
                  checking={store.checks(index)}
                />
              </div>
            ))}
          </div>
        )}
      </section>
      {live && (
        <div className="output-pills">
          {unseen > 0 && (
            <Button
              size="compact-sm"
              radius="xl"
              onClick={() => setFollow(true)}
              leftSection={<Icon name="down" size={13} />}
            >
              {text.unseen(unseen)}
            </Button>
          )}
          <Button
            size="compact-sm"
            radius="xl"
            variant="default"
            role="switch"
            aria-checked={follow}
            className="follow"
            onClick={() => setFollow(!follow)}
          >
            {text.follow}
          </Button>
        </div>
      )}
      {props.unordered !== undefined && <div className="output-note">{text.unordered(props.unordered)}</div>}
      {!live && store.left > 0 && <div className="output-note">{text.notShown(store.left)}</div>}
    </div>
  );
}

function LineNumber({ line, stream, numbers }: Origin & { readonly numbers: LineNumbers }) {
  const { output: text } = useText();
  return (
    // biome-ignore lint/a11y/useAnchorContent: its label says which line; the number is drawn, not part of the text
    <a
      className="output-number"
      href={numbers.addressOf(line, stream)}
      data-number={line}
      aria-label={text.line(line)}
      // Thousands of them would stand between the reader and the rest of the page.
      tabIndex={-1}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        numbers.onOpen(line, stream);
      }}
    />
  );
}

/** Shows the line that the address names, once, as soon as it has come. */
function useGoToLine(line: number | undefined, dropped: number, count: number, show: (index: number) => void): void {
  const shown = useRef<number | undefined>(undefined);
  const go = useEffectEvent(show);
  useEffect(() => {
    if (line === undefined || shown.current === line || count === 0) return;
    const index = line - 1 - dropped;
    if (index >= count) return;
    shown.current = line;
    go(Math.max(0, index));
  }, [line, dropped, count]);
}
