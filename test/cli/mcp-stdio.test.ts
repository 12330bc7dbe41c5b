/** `synapse mcp stdio` with the official SDK's stdio clients: everything passes through, the token is in no argv. */
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Service, startService } from '../service.ts';
import { type Cli, createCli, PROGRAM } from './run-cli.ts';

// Each command is a process of its own, which takes time on a busy computer.
vi.setConfig({ testTimeout: 300_000 });

let service: Service;
let cli: Cli;
let token: string;
let session: string;
beforeAll(async () => {
  service = await startService();
  cli = createCli(service.url);
  session = await service.login();
  token = await service.newToken(session);
});
afterAll(async () => {
  cli.remove();
  await service.stop();
});

const info = { name: 'a test', version: '1.0.0' };
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const client of opened.splice(0)) await client.close();
});

async function connect(env: Record<string, string> = { SYNAPSE_TOKEN: token }, args: string[] = []) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, 'mcp', 'stdio', ...args],
    env: { ...cli.env, ...env },
    stderr: 'pipe',
  });
  const client = new Client(info);
  await client.connect(transport);
  opened.push(client);
  return { client, transport };
}

const entries = async () =>
  (
    await service.call<{ entries: { status: string; command_template: string }[] }>('GET', '/synapse/executions', {
      token: session,
    })
  ).body.entries;

describe('SDK v1', () => {
  it('lists and executes', async () => {
    const { client } = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('synapse_exec');
    const result = await client.callTool({
      name: 'synapse_exec',
      arguments: { machine: 'local', command: 'echo through the bridge' },
    });
    // Once, and as text.
    expect(result.structuredContent).toBeUndefined();
    expect(result.content).toEqual([
      { type: 'text', text: expect.stringMatching(/^exit 0 · [\d.]+ m?s\nthrough the bridge$/) },
    ]);
    const refused = await client.callTool({ name: 'synapse_exec', arguments: { machine: 'nowhere', command: 'true' } });
    expect(refused).toMatchObject({ isError: true, _meta: { 'synapse/code': 'machine_not_found' } });
  });

  it('passes progress and cancellation on', async () => {
    const { client } = await connect();
    const stop = new AbortController();
    const command = 'echo begun; sleep 120';
    const heard = new Promise<number>((resolve) => {
      client
        .callTool({ name: 'synapse_exec', arguments: { machine: 'local', command } }, undefined, {
          onprogress: ({ progress }) => resolve(progress),
          signal: stop.signal,
        })
        .catch(() => undefined);
    });
    expect(await heard).toBeGreaterThanOrEqual(0);
    stop.abort();
    await expect
      .poll(async () => (await entries())[0])
      .toMatchObject({ command_template: command, status: 'cancelled' });
    // The bridge goes on after it.
    expect((await client.listTools()).tools.length).toBeGreaterThan(5);
  });

  it('takes its commands along when the client goes', async () => {
    const { client } = await connect();
    const command = 'sleep 119';
    client.callTool({ name: 'synapse_exec', arguments: { machine: 'local', command } }).catch(() => undefined);
    await expect.poll(async () => (await entries())[0]).toMatchObject({ command_template: command, status: 'running' });
    await client.close();
    await expect
      .poll(async () => (await entries())[0])
      .toMatchObject({ command_template: command, status: 'cancelled' });
  });
});

describe('SDK v2', () => {
  it.each(['legacy', 'auto'] as const)('lists and executes, %s', async (mode) => {
    const client = new ModernClient(info, { versionNegotiation: { mode } });
    const transport = new ModernStdio({
      command: process.execPath,
      args: [PROGRAM, 'mcp', 'stdio'],
      env: { ...cli.env, SYNAPSE_TOKEN: token },
      stderr: 'ignore',
    });
    await client.connect(transport);
    opened.push(client);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('synapse_exec');
    const result = await client.callTool({ name: 'synapse_exec', arguments: { machine: 'local', command: 'echo é' } });
    expect(result.content).toEqual([{ type: 'text', text: expect.stringMatching(/^exit 0 · [\d.]+ m?s\né$/) }]);
    const { contents } = await client.readResource({ uri: 'synapse://machines' });
    expect(contents).toMatchObject([{ text: expect.stringContaining('local') }]);
    expect((await client.getPrompt({ name: 'catch-up' })).messages).toHaveLength(1);
  });
});

describe('the token', () => {
  it('comes from a file of mode 0600, and from no other', async () => {
    const file = join(cli.home, 'ai-token');
    writeFileSync(file, `${token}\n`, { mode: 0o600 });
    const { client, transport } = await connect({}, ['--token-file', file]);
    expect((await client.listTools()).tools.length).toBeGreaterThan(5);
    expect(readFileSync(`/proc/${transport.pid}/cmdline`, 'utf8')).not.toContain('dk_ai_');
    chmodSync(file, 0o640);
    const refused = await cli.run('mcp stdio', ['--token-file', file]);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('open to other users');
  });

  it('that is refused is told of on stderr, where clients keep their log', async () => {
    const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })}\n`;
    const wrong = `dk_ai_${'x'.repeat(48)}`;
    const { stdout, stderr, code } = await cli.run('mcp stdio', [], { env: { SYNAPSE_TOKEN: wrong }, input });
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, error: { code: 401, data: { code: 'token_invalid' } } });
    expect(stderr).toMatch(/^synapse: the token is refused: \S/);
    expect(stderr + stdout).not.toContain(wrong);
    expect(code).toBe(0);
  });

  it('is the saved one where none is named, and is missed where there is none', async () => {
    const without = await cli.run('mcp stdio');
    expect(without).toMatchObject({ code: 1, stdout: '' });
    expect(without.stderr).toContain('SYNAPSE_TOKEN');
    expect((await cli.run('mcp stdio', ['--token', token])).code).toBe(2);
  });
});

describe('what goes wrong', () => {
  const ask = '{"jsonrpc":"2.0","id":7,"method":"tools/list"}\n';

  it('is told in JSON-RPC, and stdout holds nothing else', async () => {
    const env = { SYNAPSE_TOKEN: 'dk_ai_wrong' };
    const refused = await cli.run('mcp stdio', [], { env, input: ask });
    expect(refused.json).toMatchObject({ id: 7, error: { data: { code: 'token_invalid' } } });
    const nobody = await cli.run('mcp stdio', ['--url', 'http://127.0.0.1:9'], { env, input: ask });
    expect(nobody.json).toMatchObject({ id: 7, error: { code: -32603 } });
    const garbage = await cli.run('mcp stdio', [], { env, input: 'not json\n' });
    expect(garbage.json).toMatchObject({ id: null, error: { code: -32700 } });
  });

  it('ends with its client', async () => {
    const child = cli.start('mcp stdio', [], { env: { SYNAPSE_TOKEN: token } });
    child.stdin!.end(ask);
    expect((await once(child, 'close'))[0]).toBe(0);
  });
});
