/** Keeps the end of a growing output visible, until the reader scrolls up. Going to the end follows it again. */
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

export const LINE_HEIGHT = 20;
/** Scrolling down to here means the end, which may have moved on meanwhile. */
const NEAR_PX = 100;
/** Less than this is rounding. */
const SAME_PX = 2;

export interface Following {
  readonly follow: boolean;
  /** Lines that came since the reader stopped following. */
  readonly unseen: number;
  readonly setFollow: (follow: boolean) => void;
  readonly onScroll: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** `count`: all lines that came, `dropped`: those of them that are no longer held. */
export function useFollow(
  box: RefObject<HTMLElement | null>,
  count: number,
  dropped: number,
  live: boolean,
): Following {
  const [follow, setFollowing] = useState(true);
  const [seen, setSeen] = useState(0);
  const top = useRef(0);

  const setFollow = useCallback(
    (wanted: boolean): void => {
      setFollowing(wanted);
      setSeen(count);
    },
    [count],
  );

  useEffect(() => {
    const element = box.current;
    if (!live || !follow || count === 0 || element === null) return;
    element.scrollTop = element.scrollHeight;
    // Our own scrolling says nothing about what the reader wants.
    top.current = element.scrollTop;
  }, [box, live, follow, count]);

  // When the first lines go, or come back, the reader stays with the line that is being read.
  const gone = useRef(dropped);
  useLayoutEffect(() => {
    const moved = (dropped - gone.current) * LINE_HEIGHT;
    gone.current = dropped;
    const element = box.current;
    if (moved === 0 || element === null || (live && follow)) return;
    element.scrollTop -= moved;
    top.current = element.scrollTop;
  }, [box, dropped, live, follow]);

  const onScroll = (): void => {
    const element = box.current;
    if (element === null || !live) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const moved = scrollTop - top.current;
    const left = scrollHeight - clientHeight - scrollTop;
    top.current = scrollTop;
    // A growing output never moves the view up, only a reader does. If the output became shorter, its end is visible.
    if (moved < 0 && left > SAME_PX) {
      if (follow) setFollow(false);
    } else if (moved > 0 && left < NEAR_PX && !follow) setFollow(true);
  };

  /** The end of an output can be reached even if it grows faster than one can scroll. */
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === 'End') setFollow(true);
  };

  return { follow, unseen: live && !follow ? Math.max(0, count - seen) : 0, setFollow, onScroll, onKeyDown };
}
