/** Traces that are sent to a collector: loaded only where the configuration names one. */
import { withoutEnd } from '@synapse/contract';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/read-config.ts';
import { createPost } from '../outbound/post.ts';
import type { Resource } from './otlp-json.ts';
import { createSpanExporter, type ExporterParts } from './span-exporter.ts';
import { createTraces, type Traces } from './traces.ts';

export interface OpenTraces extends Traces {
  stop(): Promise<void>;
}

export interface OpenTracesParts {
  readonly url: string;
  readonly config: Pick<Config, 'tracesHeaders'>;
  readonly resource: Resource;
  readonly clock: Clock;
  readonly count: ExporterParts['count'];
  readonly log: Logger;
}

/** A collector that has not answered by then is tried again. */
const WITHIN_MS = 5_000;
/** Where collectors take traces, below their address. */
const TRACES_PATH = '/v1/traces';

export function openTraces({ url, config, resource, clock, count, log }: OpenTracesParts): OpenTraces {
  const at = new URL(url);
  at.pathname = withoutEnd(at.pathname, '/') + TRACES_PATH;
  const exporter = createSpanExporter({
    url: at.href,
    headers: config.tracesHeaders ?? {},
    resource,
    count,
    log,
    // The operator names it, and it is most often next to the service.
    post: createPost({ allowPrivate: true, withinMs: WITHIN_MS }),
  });
  return { ...createTraces({ clock, percent: 100, export: exporter.add }), stop: exporter.stop };
}
