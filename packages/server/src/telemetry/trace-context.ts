/** Which trace a call belongs to, as its caller says it (W3C Trace Context, the header `traceparent`). */
import { randomBytes } from 'node:crypto';

export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
}

/** `sampled`: the trace is recorded. */
export interface Given extends TraceContext {
  readonly sampled: boolean;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Null for what is none: then a trace of our own begins. A version to come may say more behind it. */
export function readTraceparent(header: unknown): Given | null {
  const found = typeof header === 'string' && header.length <= 512 ? TRACEPARENT.exec(header) : null;
  if (found === null) return null;
  const [, version, traceId, spanId, flags, more] = found;
  if (version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (/^0+$/.test(traceId!) || /^0+$/.test(spanId!)) return null;
  return { traceId: traceId!, spanId: spanId!, sampled: (Number.parseInt(flags!, 16) & 1) === 1 };
}

export const writeTraceparent = ({ traceId, spanId }: TraceContext): string => `00-${traceId}-${spanId}-01`;

export const newTraceId = (): string => randomBytes(16).toString('hex');
export const newSpanId = (): string => randomBytes(8).toString('hex');
