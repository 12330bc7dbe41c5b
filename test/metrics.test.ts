/** The metrics say what really happened, over REST and over MCP. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Service, startService } from './service.ts';

let service: Service;
let session: string;
let token: string;
beforeAll(async () => {
  service = await startService();
  session = await service.login();
  token = await service.newToken(session);
});
afterAll(() => service.stop());

async function metric(series: string): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? 0 : Number(line.slice(series.length + 1));
}

it('counts the commands that run now', async () => {
  expect(await metric('synapse_running_commands')).toBe(0);
  const { result } = await service.tool(token, 'synapse_exec', {
    machine: 'local',
    command: 'sleep 30',
    wait_seconds: 0,
  });
  expect(await metric('synapse_running_commands')).toBe(1);
  await service.tool(token, 'synapse_cancel_execution', { execution_id: result.execution_id });
  expect(await metric('synapse_running_commands')).toBe(0);
});

it('counts executions by how they ended, and says that it may run them', async () => {
  const ended = (status: string) => `synapse_executions_total{status="${status}",kind="local",verdict="none"}`;
  const before = [await metric(ended('done')), await metric(ended('timeout'))];
  await service.tool(token, 'synapse_exec', { machine: 'local', command: 'exit 3' });
  await service.tool(token, 'synapse_exec', { machine: 'local', command: 'sleep 60', timeout_seconds: 5 });
  expect([await metric(ended('done')), await metric(ended('timeout'))]).toEqual(before.map((count) => count + 1));
  expect(await metric('synapse_waiting_commands')).toBe(0);
  expect(await metric('synapse_lease_held')).toBe(1);
  expect(await metric('synapse_leases_lost_total')).toBe(0);
});

it('counts a refusal by its code, whichever way the call came', async () => {
  const missing = 'synapse_refusals_total{code="machine_not_found"}';
  await service.tool(token, 'synapse_exec', { machine: 'nowhere', command: 'true' });
  expect(await metric(missing)).toBe(1);
  await service.call('POST', '/synapse/exec', { token: session, body: { machine: 'nowhere', command: 'true' } });
  expect(await metric(missing)).toBe(2);
  await service.mcp('dk_ai_nothing', 'tools/list');
  expect(await metric('synapse_refusals_total{code="token_invalid"}')).toBe(1);
});

it('counts what is refused before anybody has looked into it, over MCP too', async () => {
  const refused = async (code: string, path: string, init: RequestInit): Promise<number> => {
    const before = await metric(`synapse_refusals_total{code="${code}"}`);
    await (await fetch(`${service.url}${path}`, init)).text();
    return (await metric(`synapse_refusals_total{code="${code}"}`)) - before;
  };
  const large = { method: 'POST', headers: { 'content-type': 'application/json' }, body: 'x'.repeat(9_000_000) };
  expect(await refused('body_too_large', '/tda/mcp', large)).toBe(1);
  expect(await refused('method_not_allowed', '/tda/mcp', { method: 'PUT' })).toBe(1);
  expect(await refused('method_not_allowed', '/synapse/exec', { method: 'DELETE' })).toBe(1);
  expect(await refused('not_found', '/synapse/there-is-no-such-thing', {})).toBe(1);
});

it('times every stage, and counts what was printed, returned, redacted and saved', async () => {
  const run = 'synapse_stage_seconds_count{stage="run"}';
  const before = [await metric(run), await metric('synapse_output_bytes_total{of="printed"}')];
  await service.call('PUT', '/synapse/secrets/COUNTED', { token: session, body: { value: 'never-to-be-seen' } });
  await service.tool(token, 'synapse_exec', { machine: 'local', command: 'echo {{COUNTED}}; echo {{COUNTED}}' });
  expect(await metric(run)).toBe(before[0]! + 1);
  for (const stage of ['find', 'resolve', 'judge', 'open', 'queue', 'redact', 'compact', 'close']) {
    expect(await metric(`synapse_stage_seconds_count{stage="${stage}"}`), stage).toBeGreaterThan(0);
  }
  expect(await metric('synapse_redactions_total')).toBe(2);
  expect((await metric('synapse_output_bytes_total{of="printed"}')) - before[1]!).toBeGreaterThan(0);
  expect(await metric('synapse_output_bytes_total{of="returned"}')).toBeGreaterThan(0);
  expect(await metric('synapse_text_work_total{outcome="inline"}')).toBeGreaterThan(0);
});

it('knows its queue, its agents, its connections, its clock and the delay of its loop', async () => {
  expect(await metric('synapse_agents_linked')).toBe(0);
  expect(await metric('synapse_oldest_running_seconds')).toBe(0);
  // Reading the metrics asks the database whether it is there.
  expect(await metric('synapse_database_connections{state="idle"}')).toBeLessThanOrEqual(1);
  expect(await metric('synapse_database_waiting')).toBe(0);
  expect(Math.abs(await metric('synapse_clock_skew_seconds'))).toBeLessThan(10);
  expect(await metric('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
});

it('says in the log who called what, how it ended and why it failed, and neither command nor secret', async () => {
  const answer = await service.tool(token, 'synapse_exec', {
    machine: 'local',
    command: 'echo logged {{COUNTED}}; exit 7',
  });
  await service.tool(token, 'synapse_exec', { machine: 'nowhere', command: 'true' });
  const connection = { host: '127.0.0.1', port: 1, user: 'x', password_secret: 'COUNTED' };
  await service.created('/synapse/machines', session, { slug: 'away', kind: 'ssh', connection });
  await service.tool(token, 'synapse_exec', { machine: 'away', command: 'echo logged too' });
  const lines = service.log.map((line) => JSON.parse(line) as Record<string, unknown>);
  const id = answer.result.execution_id;
  const ended = lines.find(({ msg, execution_id }) => msg === 'execution' && execution_id === id)!;
  expect(ended).toMatchObject({ machine: 'local', kind: 'local', source: 'mcp', status: 'done', exit_code: 7 });
  const request = lines.find(({ msg, request_id }) => msg === 'request' && request_id === ended.request_id)!;
  expect(request).toMatchObject({ route: '/tda/mcp', tool: 'synapse_exec', user_id: ended.user_id });
  expect(request.user_id).toEqual(expect.any(String));
  expect(lines).toContainEqual(expect.objectContaining({ tool: 'synapse_exec', code: 'machine_not_found' }));
  const failed = lines.find(({ msg, machine }) => msg === 'execution' && machine === 'away')!;
  expect(failed).toMatchObject({ status: 'refused', exit_code: null, code: 'machine_unreachable' });
  expect(failed.cause).toMatch(/unreachable|refused|key/i);
  for (const hidden of ['never-to-be-seen', 'echo logged']) expect(service.log.join('\n')).not.toContain(hidden);
});
