/**
 * Traces: of each execution a span with one below it for each stage, and one on the instance that holds the agent. They say
 * who, where, how long and how it ended; never the command, what it printed, or anything of the vault.
 */
import type { Clock } from '../clock.ts';
import type { Facts, Stage } from './facts.ts';
import type { Span } from './otlp-json.ts';
import {
  type Given,
  newSpanId,
  newTraceId,
  readTraceparent,
  type TraceContext,
  writeTraceparent,
} from './trace-context.ts';

export interface ExecutionTrace {
  /** Moments of `performance.now()`. */
  stage(stage: Stage, from: number, to: number): void;
  note(facts: Facts): void;
  end(): void;
}

export interface Traces {
  /** A call came in; `left` when it is over. */
  arrived(requestId: string, traceparent: unknown): void;
  left(requestId: string): void;
  /** Null where this one is not kept. */
  execution(requestId: string): ExecutionTrace | null;
  /** What an instance gets that does a part of this execution; undefined without a trace. */
  traceparentOf(executionId: string): string | undefined;
  /** A part that is done for an execution of another instance. The returned function ends it. */
  part(name: string, executionId: string, traceparent: string | undefined): () => void;
}

export interface TraceParts {
  /** The time that all instances share. */
  readonly clock: Clock;
  /** How many of a hundred executions are kept, where the caller does not say. */
  readonly percent: number;
  readonly export: (span: Span) => void;
}

const EXECUTION = 'execution';

export function createTraces({ clock, percent, export: send }: TraceParts): Traces {
  const calls = new Map<string, Given>();
  const running = new Map<string, TraceContext>();
  const isKept = (given: Given | undefined): boolean => given?.sampled ?? Math.random() * 100 < percent;

  return {
    arrived: (requestId, traceparent) => {
      const given = readTraceparent(traceparent);
      if (given !== null) calls.set(requestId, given);
    },
    left: (requestId) => void calls.delete(requestId),

    execution: (requestId) => {
      const given = calls.get(requestId);
      if (!isKept(given)) return null;
      const own: TraceContext = { traceId: given?.traceId ?? newTraceId(), spanId: newSpanId() };
      const begun = performance.now();
      /** Turns a moment of this process into the shared time. */
      const shift = clock() - begun;
      let facts: Facts = {};
      return {
        stage: (stage, from, to) =>
          send({
            traceId: own.traceId,
            spanId: newSpanId(),
            parentSpanId: own.spanId,
            name: stage,
            from: from + shift,
            to: to + shift,
            facts: {},
            failed: false,
          }),
        note: (more) => {
          facts = { ...facts, ...more };
          if (more.execution_id !== undefined) running.set(more.execution_id, own);
        },
        end: () => {
          if (facts.execution_id !== undefined) running.delete(facts.execution_id);
          send({
            ...own,
            parentSpanId: given?.spanId,
            name: EXECUTION,
            from: begun + shift,
            to: performance.now() + shift,
            facts,
            failed: facts.code !== undefined,
          });
        },
      };
    },

    traceparentOf: (executionId) => {
      const context = running.get(executionId);
      return context && writeTraceparent(context);
    },

    part: (name, executionId, traceparent) => {
      const parent = readTraceparent(traceparent);
      if (parent === null) return () => undefined;
      const from = clock();
      let open = true;
      return () => {
        if (!open) return;
        open = false;
        send({
          traceId: parent.traceId,
          spanId: newSpanId(),
          parentSpanId: parent.spanId,
          name,
          from,
          to: clock(),
          facts: { execution_id: executionId },
          failed: false,
        });
      };
    },
  };
}
