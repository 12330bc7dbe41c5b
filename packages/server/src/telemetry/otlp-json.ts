/** Spans as OTLP in JSON, which every collector of OpenTelemetry takes over HTTP. */
import type { Facts } from './facts.ts';

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly name: string;
  /** Milliseconds since 1970, with fractions. */
  readonly from: number;
  readonly to: number;
  readonly facts: Facts;
  readonly failed: boolean;
}

/** Who speaks. */
export interface Resource {
  readonly version: string;
  readonly instanceId: string;
}

const INTERNAL = 1;
const SERVER = 2;
const ERROR = 2;

export function otlpJson(spans: readonly Span[], { version, instanceId }: Resource): string {
  const resource = {
    attributes: attributesOf({
      'service.name': 'synapse',
      'service.version': version,
      'service.instance.id': instanceId,
    }),
  };
  const scopeSpans = [{ scope: { name: 'synapse', version }, spans: spans.map(spanOf) }];
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] });
}

function spanOf({ traceId, spanId, parentSpanId, name, from, to, facts, failed }: Span): object {
  const named = Object.entries(facts).map(([fact, value]) => [`synapse.${fact}`, value]);
  return {
    traceId,
    spanId,
    parentSpanId,
    name,
    kind: name === 'execution' ? SERVER : INTERNAL,
    startTimeUnixNano: nanoseconds(from),
    endTimeUnixNano: nanoseconds(Math.max(from, to)),
    attributes: attributesOf(Object.fromEntries(named)),
    ...(failed ? { status: { code: ERROR, message: facts.code } } : {}),
  };
}

/** As text: the number is too large for a double. */
function nanoseconds(ms: number): string {
  const whole = Math.floor(ms);
  return String(BigInt(whole) * 1_000_000n + BigInt(Math.floor((ms - whole) * 1_000_000)));
}

/** Integers are text in OTLP's JSON. */
function attributesOf(values: Readonly<Record<string, string | number | undefined>>): object[] {
  return Object.entries(values).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return { key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } };
  });
}
