/** What the list of tools costs a model, in characters / 4. */
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

interface Listed {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
}

/** What a model reads of the list: clients keep answers' schemas and annotations to themselves. */
const readByModel = ({ name, description, inputSchema }: Listed) => ({ name, description, inputSchema });

const tokensIn = (value: unknown): number => JSON.stringify(value).length / 4;

const listed = async (query: string): Promise<{ read: number; whole: number; names: string[] }> => {
  const { body } = await service.call<{ result: { tools: Listed[] } }>('POST', `/tda/mcp${query}`, {
    headers: { 'x-ai-token': token },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  });
  const { tools } = body.result;
  return { read: tokensIn(tools.map(readByModel)), whole: tokensIn(tools), names: tools.map(({ name }) => name) };
};

it('costs a model at most 7,500 tokens with every scope', async () => {
  const { read, whole, names } = await listed('');
  expect(names).toContain('today_dashboard');
  expect(names).toContain('synapse_exec');
  expect(names.length).toBeGreaterThan(40);
  expect(read).toBeLessThanOrEqual(7_500);
  expect(whole).toBeLessThanOrEqual(12_000);
});

it('costs a model at most 3,000 tokens as ?tools=core, and every tool can still be called', async () => {
  const { read, whole, names } = await listed('?tools=core');
  for (const name of ['synapse_exec', 'synapse_list_machines', 'get_project_context', 'add_journal_entry']) {
    expect(names).toContain(name);
  }
  expect(names).not.toContain('delete_project');
  expect(read).toBeLessThanOrEqual(3_000);
  expect(whole).toBeLessThanOrEqual(4_500);
  const { body } = await service.call<{ result: { structuredContent: unknown } }>('POST', '/tda/mcp?tools=core', {
    headers: { 'x-ai-token': token },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_profile', arguments: {} } },
  });
  expect(body.result.structuredContent).toMatchObject({ username: 'admin' });
});
