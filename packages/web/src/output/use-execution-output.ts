/** The output of one execution: followed while it runs, read from the service once it has ended. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { readOutput, type Stream, streamAddress } from '../api/executions.ts';
import { openLiveStream } from '../api/live-stream.ts';
import { JoinedLines } from './joined-lines.ts';
import { LineStore } from './line-store.ts';

const PAGE_CHARS = 60_000;
/** Beyond this the reader has the export and the search. */
const SHOWN_CHARS = 12_000_000;
const STREAMS: readonly Stream[] = ['stdout', 'stderr'];

export interface ExecutionOutput {
  readonly stdout: LineStore;
  readonly stderr: LineStore;
  /** Both, in the order in which they come. */
  readonly both: JoinedLines;
  /** All of it was read from the service. */
  readonly whole: boolean;
  /** What was kept of an old execution may be gone. */
  readonly gone: boolean;
  /** The connection was cut and is being restored. */
  readonly lost: boolean;
}

/** `running` is null while that is not known yet. */
export function useExecutionOutput(id: string, running: boolean | null): ExecutionOutput {
  const queries = useQueryClient();
  const [gone, setGone] = useState(false);
  const [lost, setLost] = useState(false);
  const [whole, setWhole] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another execution gets stores of its own
  const stores = useMemo(() => makeStores(), [id]);
  useEffect(() => {
    if (running === null) return;
    setLost(false);
    setGone(false);
    setWhole(false);
    const ask = (): void => void queries.invalidateQueries({ queryKey: ['execution', id] });
    if (running) return follow(id, stores, { onEnd: ask, onLost: setLost });
    const leaving = new AbortController();
    const loading = STREAMS.map((stream) => load(id, stream, stores[stream], leaving.signal));
    void Promise.all(loading).then(
      () => setWhole(!leaving.signal.aborted),
      () => setGone(!leaving.signal.aborted),
    );
    return () => leaving.abort();
  }, [id, running, stores, queries]);
  return { ...stores, gone, lost, whole };
}

function makeStores(): Stores {
  const streams = { stdout: new LineStore(), stderr: new LineStore() };
  return { ...streams, both: new JoinedLines(streams) };
}

interface Follower {
  readonly onEnd: () => void;
  readonly onLost: (lost: boolean) => void;
}

type Stores = Pick<ExecutionOutput, Stream | 'both'>;

function follow(id: string, stores: Stores, { onEnd, onLost }: Follower): () => void {
  // After a lost connection the service sends everything again from the start. The old lines are replaced only when the
  // new ones arrive, so that nothing is lost, doubled, or hidden meanwhile.
  const stale = new Set<Stream>();
  const begin = (stream: Stream): void => {
    if (!stale.delete(stream)) return;
    stores[stream].clear();
    stores.both.restart(stream);
  };
  const close = openLiveStream(streamAddress(id), {
    onOpen: () => {
      for (const stream of STREAMS) stale.add(stream);
      onLost(false);
    },
    onLost: () => {
      onLost(true);
      onEnd();
    },
    events: {
      output: ({ stream, text }: { stream: Stream; text: string }) => {
        begin(stream);
        stores[stream].append(text, Date.now());
        stores.both.came(stream);
      },
      held: ({ stream, text }: { stream: Stream; text: string }) => {
        begin(stream);
        stores[stream].hold(text);
        stores.both.came(stream);
      },
      end: () => {
        close();
        onEnd();
      },
    },
  });
  return close;
}

/** Lines that are shown already stay until everything that replaces them has arrived. */
async function load(id: string, stream: Stream, store: LineStore, signal: AbortSignal): Promise<void> {
  const shown = store.count > 0;
  const parts: string[] = [];
  let offset: number | null = 0;
  let total = 0;
  while (offset !== null && offset < SHOWN_CHARS && !signal.aborted) {
    const page = await readOutput(id, { stream, offset, limit: PAGE_CHARS }, signal);
    if (shown) parts.push(page.text);
    else store.append(page.text);
    offset = page.next_offset;
    total = page.total_chars;
  }
  if (offset !== null && !signal.aborted) store.leaveOut(total - offset);
  const text = parts.join('');
  // A service that was killed kept nothing, so what was seen is all there is.
  if (!shown || text === '' || signal.aborted) return;
  store.replace(text);
}
