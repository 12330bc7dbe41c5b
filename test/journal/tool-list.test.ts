/** What the list of tools costs a model, in characters / 4: of each tool it reads name, description and input schema. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Service, startService } from '../service.ts';

let service: Service;
let token: string;
beforeAll(async () => {
  service = await startService();
  const scopes = ['mcp:read', 'mcp:write', 'mcp:synapse', 'mcp:admin'];
  token = await service.newToken(await service.login(), { scopes });
});
afterAll(() => service.stop());

const listed = async (query: string): Promise<{ tokens: number; names: string[] }> => {
  const { body } = await service.call<{ result: { tools: { name: string; description: string; inputSchema: object }[] } }>('POST', `/tda/mcp${query}`, {
    headers: { 'x-ai-token': token },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  });
  const { tools } = body.result;
  const read = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return { tokens: JSON.stringify(read).length / 4, names: tools.map(({ name }) => name) };
};

it('costs at most 7,500 tokens with every scope', async () => {
  const { tokens, names } = await listed('');
  expect(names).toContain('today_dashboard');
  expect(names).toContain('synapse_exec');
  expect(names.length).toBeGreaterThan(40);
  expect(tokens).toBeLessThanOrEqual(7_500);
});

it('costs at most 3,000 tokens as ?tools=core, and every tool can still be called', async () => {
  const { tokens, names } = await listed('?tools=core');
  for (const name of ['synapse_exec', 'synapse_list_machines', 'get_project_context', 'add_journal_entry']) {
    expect(names).toContain(name);
  }
  expect(names).not.toContain('delete_project');
  expect(tokens).toBeLessThanOrEqual(3_000);
  const { body } = await service.call<{ result: { structuredContent: unknown } }>('POST', '/tda/mcp?tools=core', {
    headers: { 'x-ai-token': token },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_profile', arguments: {} } },
  });
  expect(body.result.structuredContent).toMatchObject({ username: 'admin' });
});
