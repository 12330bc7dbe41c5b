/** `synapse mcp bundle` and `synapse mcp plugin`: what they write is installed and run as the clients do it. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { describeEngine } from '../engines/describe-engine.ts';
import { locate } from '../engines/engines.ts';
import { findNpmProgram } from '../engines/npm-programs.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { startProxy } from './broken-proxy.ts';
import { buildBridge } from './built-programs.ts';
import { type Cli, createCli } from './run-cli.ts';

vi.setConfig({ testTimeout: 300_000 });

let service: Service;
let cli: Cli;
let token: string;
const signedIn = { SYNAPSE_USERNAME: 'admin', SYNAPSE_PASSWORD: ADMIN_PASSWORD };
beforeAll(async () => {
  await buildBridge();
  service = await startService();
  cli = createCli(service.url);
  token = await service.newToken(await service.login());
});
afterAll(async () => {
  cli.remove();
  await service.stop();
});

describe('the bundle', () => {
  let folder: string;
  // biome-ignore lint/suspicious/noExplicitAny: looked into as a client does.
  let manifest: any;
  beforeAll(async () => {
    const file = join(cli.home, 'synapse.mcpb');
    const written = await cli.run('mcp bundle', [file, '--json'], { env: signedIn });
    expect(written, written.stderr).toMatchObject({ code: 0, json: { file } });
    folder = join(cli.home, 'extension');
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(file)))) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
    manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  });

  it('asks for the token as a secret, and holds none', () => {
    expect(manifest.user_config.token).toMatchObject({ sensitive: true, required: true });
    expect(manifest.user_config.token).not.toHaveProperty('default');
    expect(manifest.user_config.url.default).toBe(service.url);
    expect(JSON.stringify(manifest)).not.toMatch(/dk_ai_\w{10}/);
    // Arguments are seen by everybody.
    expect(manifest.server.mcp_config.args.join(' ')).not.toContain('user_config');
  });

  /** Starts it as Claude Desktop does: what people typed is put in place of each name. */
  async function open(settings: { url: string; token: string }): Promise<Client> {
    const fill = (text: string): string =>
      text
        .replace('${__dirname}', folder)
        .replace(/\$\{user_config\.(url|token)\}/g, (_all, name: 'url' | 'token') => settings[name]);
    const { args, env } = manifest.server.mcp_config as { args: string[]; env: Record<string, string> };
    const given = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)]));
    const client = new Client({ name: 'desktop', version: '1' });
    const transport = { command: process.execPath, args: args.map(fill), env: given, stderr: 'ignore' as const };
    await client.connect(new StdioClientTransport(transport));
    return client;
  }

  it.each(['', '/', '/mcp', '/tda/mcp'])('runs its bridge by itself, with the address “…%s”', async (end) => {
    const client = await open({ url: service.url + end, token });
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('synapse_exec');
    const order = { name: 'synapse_exec', arguments: { machine: 'local', command: 'echo from the desktop' } };
    const { content } = (await client.callTool(order)) as { content: { text: string }[] };
    expect(content.map(({ text }) => text)).toEqual([expect.stringMatching(/^exit 0 · .*\nfrom the desktop$/)]);
    await client.close();
  });

  it('says so when the token is refused or missing', async () => {
    await expect(open({ url: service.url, token: 'dk_ai_wrong' })).rejects.toThrow(/token|jeton/i);
    await expect(open({ url: service.url, token: '' })).rejects.toThrow();
  });

  it('is for people who are signed in, and is made in their language', async () => {
    expect((await fetch(`${service.url}/synapse/mcp-bundle`)).status).toBe(401);
    const authorization = `Bearer ${await service.login()}`;
    const headers = { authorization, 'accept-language': 'fr' };
    const answer = await fetch(`${service.url}/synapse/mcp-bundle`, { headers });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="synapse.mcpb"');
    const bytes = unzipSync(new Uint8Array(await answer.arrayBuffer()))['manifest.json']!;
    expect(JSON.parse(Buffer.from(bytes).toString()).user_config.token.title).toBe('Jeton IA');
  });

  it('is not written when something else answers', async () => {
    const proxy = await startProxy(service.url);
    proxy.break({
      answers: ({ url = '' }, outgoing) =>
        url.endsWith('mcp-bundle') && outgoing.writeHead(200).end('<h1>Welcome</h1>') !== null,
    });
    const file = join(cli.home, 'never.mcpb');
    const { code, stderr } = await cli.run('mcp bundle', [file, '--url', proxy.url], { env: signedIn });
    expect(code).toBe(1);
    expect(stderr).toContain('no .mcpb file');
    expect(existsSync(file)).toBe(false);
  });
});

const packer = await locate('mcpb', () => findNpmProgram('@anthropic-ai/mcpb', '2.1.2', 'mcpb'));
describeEngine(packer, 'the bundle, for its own tool', (program) => {
  it('is valid', async () => {
    const file = join(cli.home, 'valid.mcpb');
    await cli.run('mcp bundle', [file], { env: signedIn });
    const env = { ...process.env, PATH: cli.env.PATH };
    execFileSync(program(), ['unpack', file, join(cli.home, 'unpacked')], { env, stdio: 'pipe' });
    const said = execFileSync(program(), ['validate', join(cli.home, 'unpacked/manifest.json')], { env });
    expect(said.toString()).toContain('passes');
  });
});

describe('the plugin', () => {
  it('has the version and the address of the bundle', async () => {
    const [folder, file] = [join(cli.home, 'plugin-beside'), join(cli.home, 'beside.mcpb')];
    expect((await cli.run('mcp plugin', [folder])).code).toBe(0);
    expect((await cli.run('mcp bundle', [file], { env: signedIn })).code).toBe(0);
    const bundled = JSON.parse(Buffer.from(unzipSync(readFileSync(file))['manifest.json']!).toString());
    const { version } = JSON.parse(readFileSync(join(folder, '.claude-plugin/plugin.json'), 'utf8'));
    const { mcpServers } = JSON.parse(readFileSync(join(folder, '.mcp.json'), 'utf8'));
    expect(bundled.version).toBe(version);
    expect(new URL(mcpServers.synapse.url).origin).toBe(new URL(bundled.user_config.url.default).origin);
  });

  it('names the service, and takes the token from the environment where nobody can sign in', async () => {
    const folder = join(cli.home, 'plugin');
    const { code, stderr, json } = await cli.run('mcp plugin', [folder, '--json']);
    expect(code, stderr).toBe(0);
    const { mcpServers } = JSON.parse(readFileSync(join(folder, '.mcp.json'), 'utf8'));
    expect(mcpServers.synapse.url).toBe(json.url);
    if (json.signs_in) expect(mcpServers.synapse).toEqual({ type: 'http', url: `${service.url}/mcp` });
    else expect(mcpServers.synapse.headers).toEqual({ 'X-AI-Token': '$' + '{SYNAPSE_TOKEN}' });
    expect(JSON.parse(readFileSync(join(folder, '.claude-plugin/plugin.json'), 'utf8'))).toMatchObject({
      name: 'synapse',
    });
    const page = readFileSync(join(folder, 'skills/synapse/SKILL.md'), 'utf8');
    const [, front, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(page)!;
    expect(front).toMatch(/^name: synapse\ndescription: .{40,1000}$/);
    expect(body).toContain('synapse_list_machines');
    expect(page).not.toMatch(/dk_ai_\w{10}/);
    // Again, for a new version; but never into somebody's folder.
    expect((await cli.run('mcp plugin', [folder])).code).toBe(0);
    writeFileSync(join(folder, 'theirs'), '');
    expect(await cli.run('mcp plugin', [folder])).toMatchObject({ code: 1, stdout: '' });
  });
});

const claude = await locate('claude-code', () => findNpmProgram('@anthropic-ai/claude-code', '2.1.197', 'claude'));
describeEngine(claude, 'the plugin, for Claude Code', (program) => {
  it('is valid', async () => {
    const folder = join(cli.home, 'for-claude');
    await cli.run('mcp plugin', [folder]);
    const env = { ...cli.env, DISABLE_AUTOUPDATER: '1' };
    const said = execFileSync(program(), ['plugin', 'validate', folder], { env, timeout: 180_000 });
    expect(said.toString()).toMatch(/passed/i);
  });
});
