/** What a client is sent while a call runs: progress, and signs of life. */
import type { RpcId } from './json-rpc.ts';

/** An open `text/event-stream` answer. */
export interface EventStream {
  /** The client reads more slowly than we write, so optional events are left out. */
  readonly congested: boolean;
  send(json: string): void;
  keepAlive(): void;
}

export interface ProgressTimes {
  /** A call that runs longer than this begins to stream. */
  readonly streamAfterMs: number;
  readonly progressEveryMs: number;
  readonly keepAliveEveryMs: number;
}

export const PROGRESS_TIMES: ProgressTimes = { streamAfterMs: 1000, progressEveryMs: 4500, keepAliveEveryMs: 10_000 };

export interface ProgressReport {
  report(message: string, progress?: number, total?: number): void;
  stop(): void;
}

/** For a call whose client cannot read a stream, or did not ask for progress. */
export const SILENT: ProgressReport = { report() {}, stop() {} };

/**
 * Opens the stream at the first report, or when the call has run for a while, but not before. So a call that ends at
 * once, or is refused, still answers with its own HTTP status.
 */
export function startProgress(
  openStream: () => EventStream,
  token: RpcId | undefined,
  times: ProgressTimes = PROGRESS_TIMES,
): ProgressReport {
  const started = performance.now();
  let stream: EventStream | undefined;
  let ticker: NodeJS.Timeout | undefined;
  let keepAlive: NodeJS.Timeout | undefined;
  let last = Number.NEGATIVE_INFINITY;
  let counted = false;
  let lastMessage: string | undefined;
  let lastTotal: number | undefined;
  let stopped = false;
  const opener = setTimeout(open, times.streamAfterMs);

  function open(): EventStream {
    if (stream !== undefined) return stream;
    clearTimeout(opener);
    stream = openStream();
    keepAlive = setInterval(() => stream?.keepAlive(), times.keepAliveEveryMs);
    if (token !== undefined) ticker = setInterval(() => send(undefined), times.progressEveryMs);
    return stream;
  }

  /** The protocol requires a value that grows each time. Without a better one, it is the seconds that have passed. */
  function send(value: number | undefined): void {
    const target = open();
    if (target.congested) return;
    const elapsed = Math.round(performance.now() - started) / 1000;
    if (value !== undefined) counted = true;
    const next = value ?? (counted ? last : elapsed);
    last = next > last ? next : last + 0.001;
    const params = { progressToken: token, progress: last, total: lastTotal, message: lastMessage };
    target.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params }));
  }

  return {
    report(message, progress, total) {
      if (stopped || token === undefined) return;
      lastMessage = message;
      lastTotal = total;
      send(progress);
      ticker?.refresh();
    },
    stop() {
      stopped = true;
      clearTimeout(opener);
      clearInterval(ticker);
      clearInterval(keepAlive);
    },
  };
}
