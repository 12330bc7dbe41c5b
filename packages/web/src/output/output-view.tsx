/** Shows an output of any length: only the visible lines exist, and none of them can do anything. */
import { Badge, Button, Group, Loader, Switch, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useSyncExternalStore } from 'react';
import { useText } from '../i18n/language.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { inertLine } from './inert-line.ts';
import type { LineStore } from './line-store.ts';
import { useFollow } from './use-follow.ts';

const LINE_HEIGHT = 20;
/** Room for the space around the lines and a scroll bar. */
const MARGINS = 34;
const LOWEST = 96;

interface Props {
  readonly store: LineStore;
  readonly label: string;
  readonly height?: number;
  /** True while more may come. */
  readonly live?: boolean;
  /** True while it is reconnecting. */
  readonly lost?: boolean;
}

export function OutputView({ store, label, height = 360, live = false, lost = false }: Props) {
  const { output: text } = useText();
  useSyncExternalStore(store.subscribe, store.version);
  const { count } = store;
  const box = useRef<HTMLElement>(null);
  const { follow, unseen, setFollow, onScroll, onKeyDown } = useFollow(box, count, live);
  const lines = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  });
  const shown = live ? height : Math.max(LOWEST, Math.min(height, count * LINE_HEIGHT + MARGINS));
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
            <Button size="compact-xs" variant="light" onClick={() => setFollow(true)}>
              {text.unseen(unseen)}
            </Button>
          )}
          {live && (
            <Switch
              size="xs"
              label={text.follow}
              checked={follow}
              onChange={(event) => setFollow(event.currentTarget.checked)}
            />
          )}
          <Text size="xs" c="dimmed">
            {text.lines(count)}
          </Text>
          <CopyButton value={() => store.text()} done={store.left === 0 ? undefined : text.copiedPart(store.left)} />
        </Group>
      </Group>
      <section
        ref={box}
        className="output-box"
        style={{ height: shown }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must get there
        tabIndex={0}
        aria-label={label}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
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
      {!live && store.left > 0 && (
        <Text size="xs" c="dimmed" px="sm" py={4}>
          {text.notShown(store.left)}
        </Text>
      )}
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
