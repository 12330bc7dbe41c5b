/** The output of one execution: followed while it runs, read from the service once it has ended. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { executionQuery, readOutput, type Stream, streamAddress } from '../api/executions.ts';
import { LineStore } from './line-store.ts';

const PAGE_CHARS = 60_000;
/** Beyond this the reader has the export and the search. */
const SHOWN_CHARS = 12_000_000;
const STREAMS: readonly Stream[] = ['stdout', 'stderr'];

export interface ExecutionOutput {
  readonly stdout: LineStore;
  readonly stderr: LineStore;
  /** What is kept of an old execution may be gone. */
  readonly gone: boolean;
}

/** `running` is null while that is not known yet. */
export function useExecutionOutput(id: string, running: boolean | null): ExecutionOutput {
  const queries = useQueryClient();
  const [gone, setGone] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another execution gets stores of its own
  const stores = useMemo(() => ({ stdout: new LineStore(), stderr: new LineStore() }), [id]);
  useEffect(() => {
    if (running === null) return;
    if (running)
      return follow(id, stores, () => void queries.invalidateQueries({ queryKey: executionQuery(id).queryKey }));
    const leaving = new AbortController();
    for (const stream of STREAMS) {
      void load(id, stream, stores[stream], leaving.signal).catch(() => setGone(!leaving.signal.aborted));
    }
    return () => leaving.abort();
  }, [id, running, stores, queries]);
  return { ...stores, gone };
}

function follow(id: string, stores: Record<Stream, LineStore>, onEnd: () => void): () => void {
  const source = new EventSource(streamAddress(id));
  // The service tells everything from the start, also after a lost connection.
  source.addEventListener('open', () => {
    for (const stream of STREAMS) stores[stream].clear();
  });
  source.addEventListener('output', ({ data }: MessageEvent<string>) => {
    const { stream, text } = JSON.parse(data) as { stream: Stream; text: string };
    stores[stream].append(text);
  });
  const finish = (): void => {
    source.close();
    onEnd();
  };
  source.addEventListener('end', finish);
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) finish();
  });
  return () => source.close();
}

async function load(id: string, stream: Stream, store: LineStore, signal: AbortSignal): Promise<void> {
  let offset: number | null = 0;
  let first = true;
  while (offset !== null && offset < SHOWN_CHARS && !signal.aborted) {
    const page = await readOutput(id, { stream, offset, limit: PAGE_CHARS }, signal);
    if (first) store.clear();
    first = false;
    store.append(page.text);
    offset = page.next_offset;
  }
}
