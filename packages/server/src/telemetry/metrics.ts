/** Every metric that is counted, once: what it is called, and what it says. */
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'synapse_http_request_seconds',
      help: 'Duration of HTTP requests by route.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300],
      registers,
    }),
    refusals: new Counter({
      name: 'synapse_refusals_total',
      help: 'Refused calls by error code, whichever way they came.',
      labelNames: ['code'],
      registers,
    }),
    executions: new Counter({
      name: 'synapse_executions_total',
      help: 'Executions whose entry was closed here, by how they ended, kind of machine, and verdict of the policy (none: there is none).',
      labelNames: ['status', 'kind', 'verdict'],
      registers,
    }),
    stages: new Histogram({
      name: 'synapse_stage_seconds',
      help: 'How long executions spend in each stage: find, resolve, judge, open, ask (a person), queue, run, redact, compact, close.',
      labelNames: ['stage'],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60, 600],
      registers,
    }),
    outputBytes: new Counter({
      name: 'synapse_output_bytes_total',
      help: 'Bytes of standard output: printed by commands, returned to callers after compaction.',
      labelNames: ['of'],
      registers,
    }),
    redactions: new Counter({
      name: 'synapse_redactions_total',
      help: 'Stretches of output that were replaced by the name of a secret as they came.',
      registers,
    }),
    savedTokens: new Counter({
      name: 'synapse_saved_tokens_total',
      help: 'Tokens that compaction has saved, as estimated for the audit log.',
      registers,
    }),
    textWork: new Counter({
      name: 'synapse_text_work_total',
      help: 'Compactions, filters and searches by how they went: inline, done (by a helper process), busy, killed, failed; mended: the safety net put back what a filter had lost.',
      labelNames: ['outcome'],
      registers,
    }),
    leasesLost: new Counter({
      name: 'synapse_leases_lost_total',
      help: 'How often this instance has lost its lease, and stopped what ran on it.',
      registers,
    }),
    busMessages: new Counter({
      name: 'synapse_bus_messages_total',
      help: 'Messages between instances: sent, received, lost (could not be sent), refused (not genuine, too old or repeated), unanswered (requests).',
      labelNames: ['outcome'],
      registers,
    }),
    busRoundTrip: new Histogram({
      name: 'synapse_bus_round_trip_seconds',
      help: 'How long another instance takes to answer a request over the bus.',
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
      registers,
    }),
    unexpected: new Counter({
      name: 'synapse_unexpected_errors_total',
      help: 'Unexpected errors: those that ended a command, and those of the service itself.',
      labelNames: ['scope'],
      registers,
    }),
    approvals: new Counter({
      name: 'synapse_approvals_total',
      help: 'Requests for approval that were closed here, by how: approved, denied, expired, stale, cancelled.',
      labelNames: ['outcome'],
      registers,
    }),
    notifications: new Counter({
      name: 'synapse_notifications_total',
      help: 'Attempts to notify a person, by how they went: delivered, failed, given_up (after the last one).',
      labelNames: ['outcome'],
      registers,
    }),
    auditForwarded: new Counter({
      name: 'synapse_audit_forwarded_total',
      help: 'Entries of the audit log sent to a receiver (SYNAPSE_AUDIT_FORWARD), by how it went: sent, failed (and tried again).',
      labelNames: ['outcome'],
      registers,
    }),
    checkpointCopies: new Counter({
      name: 'synapse_checkpoint_copies_total',
      help: 'Checkpoints of the audit log sent elsewhere, by how it went: sent, failed (and tried again), dropped.',
      labelNames: ['outcome'],
      registers,
    }),
    spans: new Counter({
      name: 'synapse_trace_spans_total',
      help: 'Spans of traces by what became of them: sent, dropped (the collector did not take them, or took too long).',
      labelNames: ['outcome'],
      registers,
    }),
  };
}
