/** Options of what the service tells elsewhere: traces, entries and checkpoints of the audit log. */
import { addresses, headers, option, url } from './parse-option.ts';

export const TELLING_OPTIONS = {
  tracesUrl: option(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    null,
    '`http://…` or `https://…`',
    'The collector that traces of executions are sent to: OTLP over HTTP, at `/v1/traces` below this address. Unset: none are made.',
    url('http:', 'https:'),
  ),
  tracesHeaders: option(
    'OTEL_EXPORTER_OTLP_HEADERS',
    null,
    '`name=value`, comma-separated, values percent-encoded',
    'Headers that the collector of traces asks for.',
    headers,
    { secret: true },
  ),
  auditForward: option(
    'SYNAPSE_AUDIT_FORWARD',
    null,
    '`tls://…`, `tcp://…`, `unix:/…` (syslog), `https://…` (a webhook) or `file:///…`, comma-separated',
    'Where each entry of the audit log is sent as it is sealed, one JSON object a line.',
    addresses('tls:', 'tcp:', 'unix:', 'https:', 'http:', 'file:'),
    { secret: true },
  ),
  checkpointCopies: option(
    'SYNAPSE_CHECKPOINT_COPIES',
    null,
    '`udp://…`, `tcp://…`, `unix:/…` (syslog) or `https://…` (a webhook), comma-separated',
    'Where each checkpoint of the audit log is sent, besides the file.',
    addresses('udp:', 'tcp:', 'unix:', 'https:', 'http:'),
    { secret: true },
  ),
} as const;
