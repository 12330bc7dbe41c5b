/** Client configuration: written into the client's own file without losing anything, and read by real clients. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { parse } from 'jsonc-parser';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { tokenFile } from '../../packages/cli/src/session.ts';
import { runProgram } from '../mcp/run-program.ts';
import { type Service, startService } from '../service.ts';
import { type Cli, createCli, PROGRAM } from './run-cli.ts';

// Each command is a process of its own, which takes time on a busy computer.
vi.setConfig({ testTimeout: 300_000 });

let service: Service;
let cli: Cli;
let token: string;
beforeAll(async () => {
  service = await startService();
  cli = createCli(service.url);
  token = await service.newToken(await service.login());
});
afterAll(async () => {
  cli.remove();
  await service.stop();
});

const FILES = {
  claude: '.config/Claude/claude_desktop_config.json',
  'claude-code': '.mcp.json',
  cursor: '.cursor/mcp.json',
  vscode: '.vscode/mcp.json',
  zed: '.zed/settings.json',
  codex: '.codex/config.toml',
  gemini: '.gemini/settings.json',
  opencode: 'opencode.json',
  copilot: '.copilot/mcp-config.json',
  qwen: '.qwen/settings.json',
  cline: '.cline/data/settings/cline_mcp_settings.json',
  continue: '.continue/mcpServers/synapse.yaml',
} as const;
const fileOf = (client: keyof typeof FILES): string => join(cli.home, FILES[client]);
const put = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

describe('the snippets', () => {
  it.each([
    ['cursor', { mcpServers: { synapse: { headers: { 'X-AI-Token': '${env:SYNAPSE_TOKEN}' } } } }],
    ['claude-code', { mcpServers: { synapse: { type: 'http', headers: { 'X-AI-Token': '${SYNAPSE_TOKEN}' } } } }],
    ['zed', { context_servers: { synapse: { headers: { 'X-AI-Token': '<AI_TOKEN>' } } } }],
    [
      'vscode',
      {
        servers: { synapse: { type: 'http', headers: { 'X-AI-Token': '${input:synapse-token}' } } },
        inputs: [{ id: 'synapse-token', type: 'promptString', password: true }],
      },
    ],
    ['claude', { mcpServers: { synapse: { command: process.execPath } } }],
    ['gemini', { mcpServers: { synapse: { headers: { 'X-AI-Token': '$SYNAPSE_TOKEN' } } } }],
    ['qwen', { mcpServers: { synapse: { headers: { 'X-AI-Token': '$SYNAPSE_TOKEN' } } } }],
    ['opencode', { mcp: { synapse: { type: 'remote', headers: { 'X-AI-Token': '{env:SYNAPSE_TOKEN}' } } } }],
    ['copilot', { mcpServers: { synapse: { type: 'http', tools: ['*'] } } }],
    ['cline', { mcpServers: { synapse: { type: 'streamableHttp', headers: { 'X-AI-Token': '<AI_TOKEN>' } } } }],
  ])('%s', async (client, expected) => {
    const { code, json } = await cli.run('mcp config', [
      '--client',
      client,
      '--json',
      ...(client === 'claude' ? [] : ['--header']),
    ]);
    expect(code).toBe(0);
    expect(json.configuration).toMatchObject(expected);
    expect(JSON.stringify(json.configuration)).toContain(service.url);
  });

  it('codex, in TOML', async () => {
    const { json } = await cli.run('mcp config', ['--client', 'codex', '--json']);
    expect(json).toMatchObject({ file: fileOf('codex') });
    expect(json.text).toBe(
      `[mcp_servers.synapse]\nurl = "${service.url}/tda/mcp?tools=core&answers=text"\nenv_http_headers = { "X-AI-Token" = "SYNAPSE_TOKEN" }\n`,
    );
  });

  it('continue, in YAML', async () => {
    const { stdout } = await cli.run('mcp config', ['--client', 'continue']);
    expect(stdout).toBe(
      [
        'name: "synapse"',
        'version: "1.0.0"',
        'schema: "v1"',
        'mcpServers:',
        '  - name: "synapse"',
        '    type: "streamable-http"',
        `    url: "${service.url}/tda/mcp?tools=core&answers=text"`,
        '    requestOptions:',
        '      headers:',
        '        X-AI-Token: "${{ secrets.SYNAPSE_TOKEN }}"',
        '',
      ].join('\n'),
    );
  });

  it.each(['cursor', 'vscode', 'codex', 'continue'] as const)('%s: written, and taken out again', async (client) => {
    const other = client === 'codex' ? '[mcp_servers.other]\nurl = "o"\n' : '{\n  // mine\n  "other": 1\n}\n';
    const file = join(cli.home, 'removed', `${client}.${client === 'codex' ? 'toml' : 'json'}`);
    if (client !== 'continue') put(file, other);
    const args = ['--client', client, '--file', file];
    expect(await cli.run('mcp config', [...args, '--header', '--write'])).toMatchObject({ code: 0 });
    expect(readFileSync(file, 'utf8')).toContain(service.url);
    expect((await cli.run('mcp config', [...args, '--remove', '--json'])).json).toMatchObject({ removed: true });
    if (client === 'continue') expect(existsSync(file)).toBe(false);
    else {
      expect(readFileSync(file, 'utf8')).toContain(client === 'codex' ? other.trim() : '// mine');
      expect(readFileSync(file, 'utf8')).not.toContain(service.url);
      expect(readFileSync(file, 'utf8')).not.toContain('synapse');
    }
    expect((await cli.run('mcp config', [...args, '--remove', '--json'])).json).toMatchObject({ removed: false });
  });

  it.each(['cursor', 'vscode', 'zed', 'codex'] as const)('%s: a file that was ours alone goes', async (client) => {
    const folder = join(cli.home, 'alone', `.${client}`);
    const file = join(folder, client === 'codex' ? 'config.toml' : 'mcp.json');
    const args = ['--client', client, '--file', file];
    await cli.run('mcp config', [...args, '--header', '--write']);
    expect(existsSync(file)).toBe(true);
    expect((await cli.run('mcp config', [...args, '--remove', '--json'])).json).toMatchObject({ removed: true });
    expect(existsSync(folder)).toBe(false);
    // Beside another file, the folder stays.
    put(join(folder, 'mine'), 'x');
    await cli.run('mcp config', [...args, '--header', '--write']);
    await cli.run('mcp config', [...args, '--remove']);
    expect(existsSync(file)).toBe(false);
    expect(readFileSync(join(folder, 'mine'), 'utf8')).toBe('x');
  });

  it('needs to know the client', async () => {
    expect(await cli.run('mcp config')).toMatchObject({ code: 2 });
    expect((await cli.run('mcp config', ['--client', 'netscape'])).stderr).toContain('Allowed choices are claude');
  });

  it('say where they go, and how to merge', async () => {
    const { stderr } = await cli.run('mcp config', ['--client', 'zed']);
    expect(stderr).toContain(`For ${fileOf('zed')}`);
    expect(stderr).toContain('The file has “context_servers” already? Add only the entry “synapse” inside it');
  });

  it.each(['cursor', 'claude-code', 'codex', 'gemini', 'qwen', 'opencode'])(
    '%s names no variable that nobody sets: with a saved token it starts the bridge',
    async (client) => {
      const settings = join(cli.home, 'saved');
      const env = { XDG_CONFIG_HOME: settings };
      put(tokenFile(env, service.url), `${token}\n`);
      chmodSync(tokenFile(env, service.url), 0o600);
      // Where the service offers a sign-in, some of them need neither.
      const bridge = ['--bridge', 'synapse'];
      const [chosen, asked] = await Promise.all(
        [[], bridge].map((more) => cli.run('mcp config', ['--client', client, ...more], { env })),
      );
      expect(chosen!.stdout).not.toMatch(/SYNAPSE_TOKEN|dk_ai_/);
      if (!chosen!.stdout.includes(`${service.url}/mcp`)) expect(chosen!.stdout).toBe(asked!.stdout);
      const set = await cli.run('mcp config', ['--client', client, '--header'], { env });
      expect(set.stdout).toContain('SYNAPSE_TOKEN');
    },
  );

  it.each(['cursor', 'claude-code', 'vscode'])(
    '%s gets the bare address of a service to sign in to',
    async (client) => {
      const config = async (url: string) => (await cli.run('mcp config', ['--client', client, '--url', url])).stdout;
      expect(await config(service.url)).toContain(`"${service.url}/mcp"`);
      expect(await config(service.url)).not.toMatch(/token|headers/i);
      // One that calls itself otherwise would send the client elsewhere.
      const other = await startService({ SYNAPSE_PUBLIC_URL: 'https://elsewhere.example' });
      expect(await config(other.url)).toContain(`${other.url}/tda/mcp`);
      await other.stop();
    },
  );

  it.each(['claude-ai', 'chatgpt'])(
    '%s gets the address, and a plain word where it cannot be reached',
    async (client) => {
      const args = ['--client', client, '--url'];
      const far = await cli.run('mcp config', [...args, 'https://synapse.example']);
      expect(far).toMatchObject({ code: 0, stdout: 'https://synapse.example/mcp\n' });
      expect(far.stderr).toContain('Connectors');
      expect(far.stderr).not.toContain('SYNAPSE_PUBLIC_URL');
      const near = await cli.run('mcp config', [...args, service.url]);
      expect(near.stderr).toContain('a public https address is needed (SYNAPSE_PUBLIC_URL)');
      expect((await cli.run('mcp config', [...args, service.url, '--write'])).code).toBe(2);
    },
  );
});

describe('writing', () => {
  const before = `{
    // servers of the team
    "servers": {
        "other": { "type": "http", "url": "https://other.example" }, // stays
    },
    "inputs": [
        { "id": "someone-elses", "type": "promptString" }
    ]
}
`;

  it('never goes into the clone of this program, unless that is named', async () => {
    const cwd = resolve(import.meta.dirname, '../..');
    const args = ['--client', 'cursor', '--header', '--write', '--dry-run'];
    const refused = await cli.run('mcp config', args, { cwd });
    expect([refused.code, refused.stdout, refused.stderr]).toEqual([2, '', expect.stringContaining('--project')]);
    expect((await cli.run('mcp config', [...args, '--project', '.'], { cwd })).code).toBe(0);
  });

  it('warns where Git would commit the token', async () => {
    const folder = join(cli.home, 'committed');
    mkdirSync(folder);
    execFileSync('git', ['init', '-q', folder]);
    const env = { SYNAPSE_TOKEN: 'dk_ai_written' };
    const args = ['--client', 'zed', '--header', '--write', '--file', join(folder, 'settings.json')];
    expect((await cli.run('mcp config', args, { env })).stderr).toContain('.gitignore');
    writeFileSync(join(folder, '.gitignore'), 'settings.json\n');
    expect((await cli.run('mcp config', args, { env })).stderr).not.toContain('.gitignore');
  });

  it('keeps comments, order and everything else', async () => {
    const file = fileOf('vscode');
    put(file, before);
    chmodSync(file, 0o664);
    expect(await cli.run('mcp config', ['--client', 'vscode', '--header', '--write'])).toMatchObject({ code: 0 });
    const after = readFileSync(file, 'utf8');
    for (const kept of [
      '// servers of the team',
      '"other": { "type": "http", "url": "https://other.example" }, // stays',
    ]) {
      expect(after).toContain(kept);
    }
    const parsed = parse(after);
    expect(Object.keys(parsed.servers).toSorted()).toEqual(['other', 'synapse']);
    expect(parsed.inputs.map(({ id }: { id: string }) => id)).toEqual(['someone-elses', 'synapse-token']);
    expect(statSync(file).mode & 0o777).toBe(0o664);
    await cli.run('mcp config', ['--client', 'vscode', '--header', '--write']);
    expect(readFileSync(file, 'utf8')).toBe(after);
  });

  it('shows what it would do without doing it', async () => {
    const file = join(cli.home, 'dry.json');
    put(file, before);
    const dry = await cli.run('mcp config', ['--client', 'vscode', '--header', '--write', '--dry-run', '--file', file]);
    expect(dry.stdout).toContain('"synapse"');
    expect(dry.stdout).toContain('// stays');
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('changes nothing in a file that it cannot read, and follows a link', async () => {
    const file = join(cli.home, 'broken.json');
    put(file, '{ "mcpServers": { ');
    expect(await cli.run('mcp config', ['--client', 'cursor', '--header', '--write', '--file', file])).toMatchObject({
      code: 1,
    });
    expect(readFileSync(file, 'utf8')).toBe('{ "mcpServers": { ');
    const [target, link] = [join(cli.home, 'dotfiles.json'), join(cli.home, 'linked.json')];
    put(target, '{}');
    symlinkSync(target, link);
    await cli.run('mcp config', ['--client', 'cursor', '--header', '--write', '--file', link]);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, 'utf8')).toContain('"synapse"');
  });

  it('writes a token only for a client that knows no variables, and then for its owner alone', async () => {
    const env = { SYNAPSE_TOKEN: token };
    await cli.run('mcp config', ['--client', 'cursor', '--header', '--write'], { env });
    expect(readFileSync(fileOf('cursor'), 'utf8')).not.toContain(token);
    await cli.run('mcp config', ['--client', 'zed', '--write'], { env });
    expect(readFileSync(fileOf('zed'), 'utf8')).toContain(token);
    expect(statSync(fileOf('zed')).mode & 0o777).toBe(0o600);
  });
});

describe('real clients start from those files', () => {
  const fill = (text: string): string => text.replace(/\$\{(env:)?SYNAPSE_TOKEN\}|\$\{input:synapse-token\}/, token);
  const tools = async (client: Client): Promise<string[]> => {
    try {
      return (await client.listTools()).tools.map(({ name }) => name);
    } finally {
      await client.close();
    }
  };

  it('is told of the core of the tools', async () => {
    const args = ['mcp', 'stdio'];
    const client = new Client({ name: 'thrifty', version: '1' });
    const env = { ...cli.env, SYNAPSE_TOKEN: token };
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [PROGRAM, ...args], env }));
    const few = await tools(client);
    expect(few).toContain('synapse_exec');
    expect(few).not.toContain('synapse_put_secret');
  });

  it.each(['cursor', 'vscode', 'claude-code', 'zed'] as const)('the SDK over HTTP, %s', async (id) => {
    await cli.run('mcp config', ['--client', id, '--header', '--write'], { env: { SYNAPSE_TOKEN: token } });
    const file = parse(readFileSync(fileOf(id), 'utf8'));
    const { synapse } = file.mcpServers ?? file.servers ?? file.context_servers;
    const headers = { 'X-AI-Token': fill(synapse.headers['X-AI-Token']) };
    const client = new Client({ name: id, version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(synapse.url), { requestInit: { headers } }));
    expect(await tools(client)).toContain('synapse_exec');
  });

  it.each(['synapse', 'mcp-remote'])('the SDK over stdio, as Claude Desktop does, by %s', async (bridge) => {
    const args = ['--client', 'claude', '--write', '--bridge', bridge];
    await cli.run('mcp config', args, { env: { SYNAPSE_TOKEN: token } });
    const { command, args: words, env } = parse(readFileSync(fileOf('claude'), 'utf8')).mcpServers.synapse;
    expect(words.join(' ')).not.toContain('dk_ai_');
    if (bridge === 'synapse') put(tokenFile(cli.env, service.url), `${token}\n`);
    if (bridge === 'synapse') chmodSync(tokenFile(cli.env, service.url), 0o600);
    // What `npx` would find is already installed here.
    const program = command === 'npx' ? words.splice(0, 2)[1] : command;
    const client = new Client({ name: 'desktop', version: '1' });
    const transport = { command: program, args: words, env: { ...cli.env, ...env }, stderr: 'ignore' as const };
    await client.connect(new StdioClientTransport(transport));
    expect(await tools(client)).toContain('synapse_exec');
  });

  it('the Inspector', async () => {
    const file = join(cli.home, 'inspector.json');
    await cli.run('mcp config', ['--client', 'claude-code', '--header', '--write', '--file', file]);
    writeFileSync(file, fill(readFileSync(file, 'utf8')));
    const { code, stdout, stderr } = await runProgram('mcp-inspector', [
      '--cli',
      '--config',
      file,
      '--server',
      'synapse',
      '--method',
      'tools/list',
    ]);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('synapse_exec');
  });
});
