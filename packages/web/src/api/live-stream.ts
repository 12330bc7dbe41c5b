/** Server-sent events that reconnect by themselves: after a cut, after an error page of a proxy, after a restart. */

interface Reader {
  readonly events: Readonly<Record<string, (data: never) => void>>;
  readonly onOpen?: () => void;
  readonly onLost?: () => void;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

/** Returns a function that closes it for good. */
export function openLiveStream(address: string, { events, onOpen, onLost }: Reader): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT_MS;
  const open = (): void => {
    const current = new EventSource(address);
    source = current;
    current.addEventListener('open', () => {
      wait = FIRST_WAIT_MS;
      onOpen?.();
    });
    for (const [name, react] of Object.entries(events)) {
      current.addEventListener(name, ({ data }: MessageEvent<string>) => react(JSON.parse(data) as never));
    }
    // On an error page the browser gives up for good. Here it is tried again like any other cut.
    current.addEventListener('error', () => {
      current.close();
      if (source !== current) return;
      onLost?.();
      timer = setTimeout(open, wait);
      wait = Math.min(LONGEST_WAIT_MS, wait * 2);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
}
