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
  await service.tool(token, 'synapse_exec', { machine: 'local', command: 'sleep 9', timeout_seconds: 1 });
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
