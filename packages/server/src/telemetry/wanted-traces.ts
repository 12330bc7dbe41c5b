/** The traces that the configuration asks for: none unless it names a collector. What makes them is loaded only then. */
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/read-config.ts';
import type { OpenTraces, OpenTracesParts } from './open-traces.ts';

export async function wantedTraces(
  config: Pick<Config, 'tracesUrl' | 'tracesHeaders'>,
  resource: OpenTracesParts['resource'],
  clock: Clock,
  log: Logger,
  count: OpenTracesParts['count'],
): Promise<OpenTraces | null> {
  if (config.tracesUrl === null) return null;
  const { openTraces } = await import('./open-traces.ts');
  return openTraces({ url: config.tracesUrl, config, resource, clock, count, log });
}
