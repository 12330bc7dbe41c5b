/**
 * Sends spans to a collector, some at a time. A collector that is away, slow or refuses holds nothing up: spans wait in a
 * queue with an end, and those that find no place in it, or are not taken after some tries, are dropped and counted.
 */

import type { Logger } from 'pino';
import { oneAtATime } from '../background/one-at-a-time.ts';
import { pause, within } from '../background/wait.ts';
import type { Post } from '../outbound/post.ts';
import { otlpJson, type Resource, type Span } from './otlp-json.ts';

export interface SpanExporter {
  add(span: Span): void;
  /** Sends what is left, as far as that is done in a moment. */
  stop(): Promise<void>;
}

export interface ExporterParts {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Resource;
  readonly post: Post;
  readonly count: (outcome: 'sent' | 'dropped', spans: number) => void;
  readonly log: Logger;
  readonly times?: { readonly everyMs: number; readonly pausesMs: readonly number[] };
}

const WAITING_MAX = 4_096;
const AT_ONCE = 512;
const TIMES = { everyMs: 1_000, pausesMs: [1_000, 4_000] };
const LAST_MS = 2_000;

export function createSpanExporter(parts: ExporterParts): SpanExporter {
  const { url, headers, resource, post, count, log, times = TIMES } = parts;
  const waiting: Span[] = [];
  const leaving = new AbortController();
  let away = false;

  const deliver = async (spans: readonly Span[]): Promise<void> => {
    const message = {
      url,
      headers: { ...headers, 'content-type': 'application/json' },
      body: otlpJson(spans, resource),
    };
    for (const pauseMs of [...times.pausesMs, null]) {
      const problem = await post(message);
      if (problem === null) {
        if (away) log.info('trace export recovered');
        away = false;
        return count('sent', spans.length);
      }
      if (!away) log.warn({ reason: problem.en }, 'trace export failed (OTEL_EXPORTER_OTLP_ENDPOINT)');
      away = true;
      if (pauseMs === null || leaving.signal.aborted) break;
      await pause(pauseMs, leaving.signal);
    }
    count('dropped', spans.length);
  };
  const flush = async (): Promise<void> => {
    while (waiting.length > 0) await deliver(waiting.splice(0, AT_ONCE));
  };
  const wake = oneAtATime(flush);
  const timer = setInterval(() => void wake(), times.everyMs).unref();

  return {
    add: (span) => {
      if (waiting.length >= WAITING_MAX) return count('dropped', 1);
      waiting.push(span);
      if (waiting.length >= AT_ONCE) void wake();
    },
    stop: async () => {
      clearInterval(timer);
      leaving.abort();
      await within(wake(), LAST_MS);
      if (waiting.length > 0) count('dropped', waiting.length);
    },
  };
}
