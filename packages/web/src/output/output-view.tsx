/** Shows an output of any length: only the lines in sight exist, and none of them can do anything. */
import { Badge, Button, Group, Loader, Switch, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useText } from '../i18n/language.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { inertLine } from './inert-line.ts';
import type { LineStore } from './line-store.ts';

const LINE_HEIGHT = 20;
/** Room for the space around the lines and a scroll bar. */
const MARGINS = 34;
const LOWEST = 96;
/** A copy larger than this would stall the clipboard. */
const COPY_CHARS = 2_000_000;

interface Props {
  readonly store: LineStore;
  readonly label: string;
  readonly height?: number;
  /** True while more may come. */
  readonly live?: boolean;
  /** True while the connection it comes by is being made again. */
  readonly lost?: boolean;
}

export function OutputView({ store, label, height = 360, live = false, lost = false }: Props) {
  const { output: text } = useText();
  useSyncExternalStore(store.subscribe, store.version);
  const { count } = store;
  const box = useRef<HTMLElement>(null);
  const [follow, setFollow] = useState(true);
  const [seen, setSeen] = useState(count);
  const lines = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  });
  useEffect(() => {
    if (!live || !follow || count === 0) return;
    lines.scrollToIndex(count - 1, { align: 'end' });
    setSeen(count);
  }, [live, follow, count, lines]);
  const toEnd = (): void => {
    lines.scrollToIndex(count - 1, { align: 'end' });
    setSeen(count);
  };
  const shown = live ? height : Math.max(LOWEST, Math.min(height, count * LINE_HEIGHT + MARGINS));
  const unseen = live && !follow ? count - seen : 0;
  return (
    <div className="output">
      <Group justify="space-between" gap="xs" wrap="nowrap" className="output-head">
        <Group gap="xs" className="shrink">
          <Text size="sm" fw={600} className="break">
            {label}
          </Text>
          <span role="status">
            {lost && (
              <Badge color="orange" variant="light" leftSection={<Loader size={10} color="orange" aria-hidden />}>
                {text.reconnecting}
              </Badge>
            )}
          </span>
        </Group>
        <Group gap="sm" wrap="nowrap" className="whole">
          {unseen > 0 && (
            <Button size="compact-xs" variant="light" onClick={toEnd}>
              {text.unseen(unseen)}
            </Button>
          )}
          {live && (
            <Switch
              size="xs"
              label={text.follow}
              checked={follow}
              onChange={(event) => {
                setFollow(event.currentTarget.checked);
                setSeen(count);
              }}
            />
          )}
          <Text size="xs" c="dimmed">
            {text.lines(count)}
          </Text>
          <CopyButton value={count === 0 ? '' : store.text().slice(0, COPY_CHARS)} />
        </Group>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must get there */}
      <section ref={box} className="output-box" style={{ height: shown }} tabIndex={0} aria-label={label}>
        {count === 0 ? (
          <Text size="sm" c="dimmed" p="sm">
            {live ? text.waiting : text.empty}
          </Text>
        ) : (
          <div className="output-lines" style={{ height: lines.getTotalSize() }}>
            {lines.getVirtualItems().map(({ index, start }) => (
              <OutputLine key={index} line={store.line(index)} top={start} />
            ))}
          </div>
        )}
      </section>
    </div>
  );
}

function OutputLine({ line, top }: { readonly line: string; readonly top: number }) {
  const { output } = useText();
  const { text, left } = inertLine(line);
  return (
    <div className="output-line" dir="ltr" style={{ transform: `translateY(${top}px)` }}>
      <bdi dir="ltr">{text === '' ? ' ' : text}</bdi>
      {left > 0 && <span className="output-left">{output.left(left)}</span>}
    </div>
  );
}
