/** Traces of executions: what a collector gets, and that one which does not take them holds nothing up. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSpanExporter } from '../packages/server/src/telemetry/span-exporter.ts';
import { readTraceparent } from '../packages/server/src/telemetry/trace-context.ts';
import { type OtlpReceiver, startOtlpReceiver } from './otlp-receiver.ts';
import { type Service, startService } from './service.ts';

let collector: OtlpReceiver;
let service: Service;
let session: string;
let token: string;
beforeAll(async () => {
  collector = await startOtlpReceiver();
  service = await startService({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=ours, Authorization=Bearer%20abc',
  });
  session = await service.login();
  token = await service.newToken(session);
});
afterAll(async () => {
  await service.stop();
  await collector.stop();
});
beforeEach(() => collector.answerWith(200));

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const STAGES = ['find', 'resolve', 'judge', 'open', 'queue', 'run', 'redact', 'compact', 'close'];
const spansOf = (traceId: string) => collector.spans().filter((span) => span.traceId === traceId);
const exec = async (command: string, traceparent?: string, more: object = {}) => {
  const answer = await fetch(`${service.url}/synapse/exec`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${session}`,
      'content-type': 'application/json',
      ...(traceparent === undefined ? {} : { traceparent }),
    },
    body: JSON.stringify({ machine: 'local', command, ...more }),
  });
  return (await answer.json()) as Record<string, unknown>;
};
const counted = async (outcome: string): Promise<number> => {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Number(new RegExp(`synapse_trace_spans_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
};

it('tells the stages of one execution below the span of its caller', async () => {
  const secret = 'a-value-that-nobody-sees';
  await service.call('PUT', '/synapse/secrets/TRACED', { token: session, body: { value: secret } });
  const { execution_id: id } = await exec('echo unheard-of {{TRACED}}; exit 3', `00-${TRACE}-${CALLER}-01`);
  await expect.poll(() => spansOf(TRACE).length).toBe(STAGES.length + 1);
  const whole = spansOf(TRACE).find(({ name }) => name === 'execution')!;
  expect(whole).toMatchObject({
    parentSpanId: CALLER,
    failed: false,
    facts: {
      'synapse.execution_id': id,
      'synapse.machine': 'local',
      'synapse.kind': 'local',
      'synapse.source': 'rest',
      'synapse.status': 'done',
      'synapse.exit_code': '3',
      'synapse.verdict': 'none',
    },
  });
  const stages = spansOf(TRACE).filter(({ name }) => name !== 'execution');
  expect(stages.map(({ name }) => name)).toEqual(STAGES);
  for (const { parentSpanId, from, to } of stages) {
    expect(parentSpanId).toBe(whole.spanId);
    expect(from >= whole.from && from <= to && to <= whole.to).toBe(true);
  }
  expect(Number(whole.from / 1_000_000n)).toBeGreaterThan(Date.now() - 300_000);
  const sent = collector.bodies.join('\n');
  for (const hidden of [secret, 'unheard-of', 'TRACED', 'echo']) expect(sent).not.toContain(hidden);
  expect(collector.headers[0]).toMatchObject({ path: '/v1/traces', 'x-team': 'ours', authorization: 'Bearer abc' });
});

it('begins a trace where the caller has none, and says why an order was refused', async () => {
  const before = collector.spans().length;
  await service.tool(token, 'synapse_exec', { machine: 'nowhere', command: 'true' });
  await expect.poll(() => collector.spans().length).toBe(before + 2);
  const [find, whole] = collector.spans().slice(before);
  expect(find).toMatchObject({ name: 'find', parentSpanId: whole!.spanId });
  expect(whole).toMatchObject({ name: 'execution', failed: true, facts: { 'synapse.code': 'machine_not_found' } });
  expect(whole!.parentSpanId).toBeUndefined();
});

it('leaves out what its caller does not keep', async () => {
  const other = TRACE.replaceAll('4', '5');
  await exec('true', `00-${other}-${CALLER}-00`);
  const kept = TRACE.replaceAll('4', '6');
  await exec('true', `00-${kept}-${CALLER}-01`);
  await expect.poll(() => spansOf(kept).length).toBe(STAGES.length + 1);
  expect(spansOf(other)).toEqual([]);
});

it.each([['never'], [503]] as const)('goes on while the collector answers %s', async (how) => {
  collector.answerWith(how);
  for (let count = 0; count < 3; count++) expect(await exec('true')).toMatchObject({ status: 'done', exit_code: 0 });
  await expect.poll(() => collector.bodies.length).toBeGreaterThan(0);
  expect(await exec('true')).toMatchObject({ status: 'done' });
});

it('holds a bounded number of spans, drops the rest and counts them', async () => {
  const outcomes = { sent: 0, dropped: 0 };
  const hanging = Promise.withResolvers<null>();
  const exporter = createSpanExporter({
    url: 'http://unused',
    headers: {},
    resource: { version: '1', instanceId: 'i' },
    log: { warn() {}, info() {} },
    post: () => hanging.promise,
    count: (outcome: 'sent' | 'dropped', spans: number) => {
      outcomes[outcome] += spans;
    },
  } as unknown as Parameters<typeof createSpanExporter>[0]);
  const span = { traceId: TRACE, spanId: CALLER, name: 'x', from: 1, to: 2, facts: {}, failed: false };
  for (let count = 0; count < 10_000; count++) exporter.add(span);
  // 512 are on their way, 4,096 wait.
  expect(outcomes).toEqual({ sent: 0, dropped: 10_000 - 512 - 4_096 });
  hanging.resolve(null);
  await exporter.stop();
  expect(outcomes.sent).toBe(512 + 4_096);
});

it('gives up after some tries, and goes on when the collector is back', async () => {
  const outcomes = { sent: 0, dropped: 0 };
  const said: string[] = [];
  let fails = true;
  const exporter = createSpanExporter({
    url: 'http://unused',
    headers: {},
    resource: { version: '1', instanceId: 'i' },
    log: { warn: (_: unknown, text: string) => said.push(text), info: (text: string) => said.push(text) },
    post: async () => (fails ? { fr: 'non', en: 'no' } : null),
    count: (outcome: 'sent' | 'dropped', spans: number) => {
      outcomes[outcome] += spans;
    },
    times: { everyMs: 5, pausesMs: [1, 1] },
  } as unknown as Parameters<typeof createSpanExporter>[0]);
  const span = { traceId: TRACE, spanId: CALLER, name: 'x', from: 1, to: 2, facts: {}, failed: false };
  exporter.add(span);
  await expect.poll(() => outcomes.dropped).toBe(1);
  fails = false;
  exporter.add(span);
  await expect.poll(() => outcomes.sent).toBe(1);
  await exporter.stop();
  // Once for each outage, not once for each try.
  expect(said).toHaveLength(2);
});

it('believes only a well-formed traceparent', () => {
  const good = `00-${TRACE}-${CALLER}-01`;
  expect(readTraceparent(good)).toEqual({ traceId: TRACE, spanId: CALLER, sampled: true });
  expect(readTraceparent(`cc-${TRACE}-${CALLER}-00-what-will-be`)).toMatchObject({ sampled: false });
  for (const bad of [
    '',
    `ff-${TRACE}-${CALLER}-01`,
    `${good}-more`,
    good.toUpperCase(),
    good.slice(1),
    undefined,
    [good],
    `00-${'0'.repeat(32)}-${CALLER}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    good.padEnd(600, '-x'),
  ]) {
    expect(readTraceparent(bad)).toBeNull();
  }
});

it('makes none unless it is told where to', async () => {
  const quiet = await startService();
  const seen = collector.bodies.length;
  const own = await quiet.login();
  const order = { token: own, body: { machine: 'local', command: 'true' } };
  const { body } = await quiet.call<{ execution_id: string }>('POST', '/synapse/exec', order);
  await quiet.stop();

  // The service of the other tests may still send the last of its own.
  expect(body.execution_id).toBeTruthy();
  expect(JSON.stringify(collector.bodies.slice(seen))).not.toContain(body.execution_id);
  expect(await counted('sent')).toBeGreaterThan(0);
});
