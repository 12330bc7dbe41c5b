/** Real clients on the whole service: they list by scope, run a command, stop one, and are counted exactly. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { allTools } from '../../packages/server/src/http/mcp/tools/index.ts';
import { type Service, startService } from '../service.ts';
import { type AnyClient, connectSdk1, connectSdk2, connectThroughMcpRemote, type Target } from './connect-clients.ts';
import { MODERN } from './harness.ts';
import { runProgram } from './run-program.ts';

let service: Service;
let session: string;
let target: Target;
beforeAll(async () => {
  service = await startService();
  session = await service.login();
  target = { url: `${service.url}/tda/mcp`, token: await service.newToken(session) };
});
afterAll(() => service.stop());

const callsToday = async (): Promise<number> =>
  (await service.call<{ calls_today: number }>('GET', '/auth/me', { token: session })).body.calls_today;

describe.each<[string, () => Promise<AnyClient>]>([
  ['SDK v1', () => connectSdk1(target)],
  ['SDK v2, legacy', () => connectSdk2(target, 'legacy')],
  ['SDK v2, auto', () => connectSdk2(target, 'auto')],
  [`SDK v2, pinned to ${MODERN}`, () => connectSdk2(target, { pin: MODERN })],
  ['mcp-remote over stdio', () => connectThroughMcpRemote(target)],
])('%s [C4-REVISIONS]', (name, connect) => {
  let client: AnyClient;
  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client.close());

  it('lists for nothing and pays one per call, whatever comes of it', async () => {
    const before = await callsToday();
    const { tools } = await client.listTools();
    expect(tools[0]?.name).toBe('synapse_exec');
    expect(await callsToday()).toBe(before);
    await client.callTool({ name: 'synapse_list_machines', arguments: {} });
    await client.callTool({ name: 'synapse_get_machine', arguments: { machine: 'nowhere' } });
    await client.callTool({ name: 'synapse_get_machine', arguments: { wrong: true } });
    expect(await callsToday()).toBe(before + 3);
  });

  it('runs a command', async () => {
    const result = await client.callTool({
      name: 'synapse_exec',
      arguments: { machine: 'local', command: 'echo "from a client"' },
    });
    expect(result).toMatchObject({ structuredContent: { stdout: 'from a client\n', exit_code: 0 } });
  });

  it('takes its command with it when it cancels [C5-GONE]', async () => {
    // Commands cannot write to the service's own folder.
    const mark = join(service.scratch, name.replace(/\W+/g, '-'));
    const stop = new AbortController();
    const command = `touch ${mark}; sleep 1; while sleep 1; do touch ${mark}.alive; done`;
    const answer = client
      .callTool({ name: 'synapse_exec', arguments: { machine: 'local', command } }, { signal: stop.signal })
      .catch((error: unknown) => error);
    await expect.poll(() => existsSync(mark)).toBe(true);
    stop.abort();
    expect(await answer).toBeInstanceOf(Error);
    const lastStatus = async () =>
      (await service.tool(target.token, 'synapse_list_audit_logs', { limit: 1 })).result.entries[0].status;
    await expect.poll(lastStatus).toBe('cancelled');
  });
});

describe('the Inspector and curl', () => {
  it('call too', async () => {
    const header = `X-AI-Token: ${target.token}`;
    const inspected = await runProgram('mcp-inspector', [
      '--cli',
      target.url,
      '--transport',
      'http',
      '--header',
      header,
      '--method',
      'tools/call',
      '--tool-name',
      'synapse_list_machines',
    ]);
    expect(JSON.parse(inspected.stdout)).toMatchObject({ structuredContent: { machines: [{ slug: 'local' }] } });
    const body = { jsonrpc: '2.0', id: 7, method: 'tools/list' };
    const curled = await runProgram('curl', ['-sS', '-H', header, '--json', JSON.stringify(body), target.url]);
    expect(JSON.parse(curled.stdout)).toMatchObject({ id: 7, result: { tools: expect.any(Array) } });
  });
});

interface ListedSchema {
  readonly name: string;
  readonly inputSchema: { readonly properties: Record<string, unknown> };
}

describe('tools/list [S4-MCP-SCOPED-LIST]', () => {
  const names = async (token: string): Promise<string[]> => {
    const { body } = await service.mcp<{ result: { tools: { name: string }[] } }>(token, 'tools/list');
    return body.result.tools.map(({ name }) => name);
  };

  it('shows what the scopes allow, and nothing else', async () => {
    const free = await service.newToken((await service.newUser('free')).session);
    const listed = await names(free);
    expect(listed).toContain('synapse_list_machines');
    expect(listed).toContain('synapse_get_output');
    for (const name of ['synapse_exec', 'synapse_put_secret', 'synapse_create_machine', 'synapse_cancel_execution']) {
      expect(listed).not.toContain(name);
      expect(await names(target.token)).toContain(name);
    }
  });

  it('describes every tool for a model: names and types, output schema, honest hints; and bounds what it takes', async () => {
    interface ListedTool {
      name: string;
      description: string;
      inputSchema: { type: string };
      outputSchema: { type: string };
      annotations: Record<string, boolean>;
    }
    const { body } = await service.mcp<{ result: { tools: ListedTool[] } }>(target.token, 'tools/list');
    for (const tool of body.result.tools) {
      expect(tool.description.length, tool.name).toBeGreaterThan(15);
      expect(tool.inputSchema, tool.name).toMatchObject({ type: 'object' });
      expect(tool.outputSchema.type, tool.name).toBe('object');
      expect(Object.keys(tool.annotations), tool.name).toEqual(
        expect.arrayContaining(['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']),
      );
    }
    // What the list leaves out is checked all the same.
    // biome-ignore lint/suspicious/noExplicitAny: the declarations are looked at; nothing is called.
    const nothing: any = new Proxy(() => nothing, { get: () => nothing });
    const declared = allTools(nothing);
    expect(declared.length).toBeGreaterThan(40);
    for (const { name, input } of declared) {
      const schema = z.toJSONSchema(input, { io: 'input' });
      expect(schema, name).toMatchObject({ type: 'object', additionalProperties: false });
      for (const [field, one] of Object.entries(schema.properties ?? {})) {
        // Any tool's arguments: that tool checks them.
        if (name === 'synapse_more' && field === 'arguments') continue;
        expect(unbounded(one), `${name}.${field}`).toEqual([]);
      }
    }
  });

  /** Every string in a schema without a bound. One with a choice, a pattern or a date's format has one. */
  function unbounded(schema: unknown): unknown[] {
    if (typeof schema !== 'object' || schema === null) return [];
    const { type, enum: choices, const: fixed, maxLength, pattern, format } = schema as Record<string, unknown>;
    const bound = choices ?? fixed ?? maxLength ?? pattern ?? (format === 'uri' ? undefined : format);
    const own = type === 'string' && bound === undefined ? [schema] : [];
    return [...own, ...Object.values(schema).flatMap(unbounded)];
  }

  it('takes no machine or address of a service that is too long, or no such thing', async () => {
    const project_id = (
      await service.call<{ id: number }>('POST', '/tda/projects', { token: session, body: { name: 'Bounds' } })
    ).body.id;
    const add = (more: object) =>
      service.tool(target.token, 'add_item', { project_id, kind: 'service', title: 'x', ...more });
    for (const [field, wrong] of [
      ['machine', 'x'.repeat(64)],
      ['machine', 'Not a slug'],
      ['url', `https://e.example/${'x'.repeat(2_000)}`],
      ['url', 'ftp://e.example'],
      ['url', 'http://'],
      ['url', 'https://a b'],
    ] as const) {
      const refused = await add({ [field]: wrong });
      expect([wrong.slice(0, 20), refused.code, refused.text]).toEqual([
        wrong.slice(0, 20),
        'arguments_invalid',
        expect.stringContaining(field),
      ]);
    }
    expect((await add({ machine: 'web-1', url: 'https://e.example/a?b=c#d' })).isError).toBe(false);
    expect((await add({ machine: '', url: '' })).isError).toBe(false);
    const { tools } = (await service.mcp<{ result: { tools: ListedSchema[] } }>(target.token, 'tools/list')).body
      .result;
    for (const name of ['add_item', 'update_item']) {
      const { properties } = tools.find((tool) => tool.name === name)!.inputSchema;
      expect(properties).toMatchObject({ machine: { type: 'string' } });
      expect(properties).toMatchObject({ url: { type: 'string' } });
    }
  });

  it('says of a machine what a command on it needs', async () => {
    const hints = async (machine: Record<string, unknown>): Promise<string[]> => {
      await service.tool(target.token, 'synapse_create_machine', machine);
      return (await service.tool(target.token, 'synapse_get_machine', { machine: machine.slug })).result.hints;
    };
    const unconfirmed = 'No person has confirmed it yet: secrets that a person stored are not sent to it.';
    const socket = { socket: '/var/run/docker.sock' };
    expect(await hints({ slug: 'local' })).toEqual(['git needs cwd (absolute).']);
    expect(await hints({ slug: 'lab', kind: 'docker', connection: socket, containers: ['app'] })).toEqual([
      unconfirmed,
      'Pass container with every command: it has no host to run on.',
    ]);
    expect(
      await hints({
        slug: 'resting',
        kind: 'local',
        statut: 'maintenance',
        containers: ['app', 'db'],
        default_cwd: '/srv',
      }),
    ).toEqual([
      'Commands are refused: its statut is maintenance.',
      unconfirmed,
      'Commands run on the host itself unless you pass container.',
      'Commands start in /srv unless you pass cwd.',
    ]);
    expect(await hints({ slug: 'far', kind: 'agent', containers: ['app'], default_container: 'app' })).toEqual([
      'Commands are refused until its agent is connected.',
      unconfirmed,
      'Commands run in the container app unless you pass another.',
      'Pass cwd (absolute) with every command.',
    ]);
    for (const slug of ['lab', 'resting', 'far']) await service.tool(target.token, 'synapse_delete_machine', { slug });
  });

  it('names the scope to who has the plan, the plan to who has not', async () => {
    const refusal = async (plan: string, body: object) => {
      const token = await service.newToken((await service.newUser(plan)).session, body as Record<string, unknown>);
      const { code, text } = await service.tool(token, 'synapse_exec', { machine: 'local', command: 'true' });
      return [code, text];
    };
    const narrow = { scopes: ['mcp:read'] };
    for (const plan of ['pro', 'equipage']) {
      expect(await refusal(plan, narrow)).toEqual(['plan_required', 'Portée manquante : mcp:synapse']);
    }
    for (const plan of ['free', 'plus']) {
      expect(await refusal(plan, narrow)).toEqual(['plan_required', 'Pilotage IA Synapse réservé au plan Pro']);
    }
  });
});
