/** What the list of tools costs a model, in characters / 4. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SendOptions, send } from '../mcp/surface-rig.ts';
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

const listed = async (query: string): Promise<{ read: number; whole: number; names: string[]; tools: Listed[] }> => {
  const { body } = await service.call<{ result: { tools: Listed[] } }>('POST', `/tda/mcp${query}`, {
    headers: { 'x-ai-token': token },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  });
  const { tools } = body.result;
  const names = tools.map(({ name }) => name);
  return { read: tokensIn(tools.map(readByModel)), whole: tokensIn(tools), names, tools };
};

it('costs a model at most 6,500 tokens with every scope', async () => {
  const { read, whole, names } = await listed('');
  expect(names).toContain('today_dashboard');
  expect(names).toContain('synapse_exec');
  expect(names).not.toContain('synapse_more');
  expect(names.length).toBeGreaterThan(40);
  expect(read).toBeLessThanOrEqual(6_500);
  expect(whole).toBeLessThanOrEqual(12_000);
});

it('costs a model at most 3,000 tokens as ?tools=core, and every tool can still be called', async () => {
  const { read, whole, names } = await listed('?tools=core');
  const core = ['exec', 'exec_many', 'look', 'get_execution', 'get_output', 'read_file', 'write_file', 'edit_file'];
  const lists = ['list_machines', 'list_secrets', 'explain', 'more'];
  // In this order or another: these, later also synapse_search and synapse_copy, and no others.
  const allowed = [...core, ...lists, 'search', 'copy'].map((name) => `synapse_${name}`);
  for (const name of [...core, ...lists]) expect(names).toContain(`synapse_${name}`);
  expect(names.filter((name) => !allowed.includes(name))).toEqual([]);
  expect(read).toBeLessThanOrEqual(3_000);
  expect(whole).toBeLessThanOrEqual(4_500);
  const { body } = await service.call<{ result: { structuredContent: unknown } }>('POST', '/tda/mcp?tools=core', {
    headers: { 'x-ai-token': token },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_profile', arguments: {} } },
  });
  expect(body.result.structuredContent).toMatchObject({ username: 'admin' });
});

it('says of every text how long it may be, or what it looks like', async () => {
  const unbounded = (schema: unknown, path: string): string[] => {
    if (typeof schema !== 'object' || schema === null) return [];
    const { type, maxLength, pattern, enum: choices, const: only, format } = schema as Record<string, unknown>;
    const open =
      [type].flat().includes('string') && [maxLength, pattern, choices, only, format].every((_) => _ === undefined);
    return [
      ...(open ? [path] : []),
      ...Object.entries(schema).flatMap(([key, inner]) => unbounded(inner, `${path}/${key}`)),
    ];
  };
  for (const query of ['', '?tools=core']) {
    const { tools } = await listed(query);
    expect(tools.flatMap(({ name, inputSchema }) => unbounded(inputSchema, name))).toEqual([]);
    const exec = tools.find(({ name }) => name === 'synapse_exec')!.inputSchema;
    expect(exec).toMatchObject({ properties: { command: { maxLength: 65_536 }, timeout_seconds: { default: 30 } } });
  }
});

/**
 * What a model reads today. It may become less; a new tool or a longer description moves a figure on purpose, prompts,
 * resources, views and tasks never do.
 */
const PINNED = { all: 6_195, core: 2_405, instructions: 175 } as const;

it('costs a client that uses nothing but tools no more than they do, however it connects', async () => {
  const ask = async (method: string, params: Record<string, unknown>, options: SendOptions) =>
    send(service, token, method, params, options);
  const begun = await ask(
    'initialize',
    { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a test', version: '1' } },
    { era: 'legacy' },
  );
  const discovered = await ask('server/discover', {}, {});
  const session = { 'mcp-session-id': begun.headers.get('mcp-session-id')! };
  const guide: string = begun.body.result.instructions;
  const costs = { all: 0, core: 0, instructions: Math.ceil(guide.length / 4) };
  expect(discovered.body.result.instructions).toBe(guide);
  for (const toolset of ['all', 'core'] as const) {
    const lists: string[] = [];
    for (const door of ['/tda/mcp', '/mcp']) {
      const path = `${door}?tools=${toolset}`;
      for (const way of [{ era: 'legacy' }, { era: 'legacy', headers: session }, { era: 'modern' }] as const) {
        const { body } = await ask('tools/list', {}, { ...way, path });
        lists.push(JSON.stringify(body.result.tools.map(readByModel)));
        expect(JSON.stringify(body.result)).not.toMatch(/ui:\/\/|synapse_view_|tasks/);
      }
    }
    expect(new Set(lists).size).toBe(1);
    costs[toolset] = Math.ceil(lists[0]!.length / 4);
  }
  expect(costs.all).toBeLessThanOrEqual(PINNED.all);
  expect(costs.core).toBeLessThanOrEqual(PINNED.core);
  expect(costs.instructions).toBeLessThanOrEqual(PINNED.instructions);
});

it('tells of the other tools, and calls one, with its own scopes and arguments', async () => {
  const more = async (args: object, query = '', with_ = token) => {
    const { body } = await service.call<{
      result?: { structuredContent?: Record<string, unknown>; content: { text: string }[]; isError?: boolean };
      error?: { message: string };
    }>('POST', `/tda/mcp${query}`, {
      headers: { 'x-ai-token': with_ },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'synapse_more', arguments: args } },
    });
    return body;
  };
  const named = async (args: object) =>
    ((await more(args)).result!.structuredContent!.tools as { name: string }[]).map(({ name }) => name);
  const others = await named({});
  expect(others).toContain('synapse_cancel_execution');
  expect(others).not.toContain('synapse_exec');
  expect(others).not.toContain('synapse_more');
  expect(await named({ query: 'rename alias' })).toEqual(['synapse_rename_alias']);
  expect((await more({ query: 'rename alias' }, '?answers=text')).result!.content[0]!.text).toBe(
    'synapse_rename_alias(code, new_code, crew?) · Gives an alias another code; hit_count and last_used_at stay.',
  );
  const profile = await more({ tool: 'get_profile', arguments: {} });
  expect(profile.result!.structuredContent).toMatchObject({ username: 'admin' });
  expect((await more({ tool: 'no_such_tool' })).error!.message).toContain('no_such_tool');
  const wrong = await more({ tool: 'synapse_rename_alias', arguments: { code: 'abc' } });
  expect(JSON.stringify(wrong)).toContain('new_code');
  const reader = await service.newToken(await service.login(), { scopes: ['mcp:read'] });
  const refused = await more({ tool: 'synapse_delete_machine', arguments: { machine: 'local' } }, '', reader);
  expect(JSON.stringify(refused)).toMatch(/plan_required|scope_missing/);
});
