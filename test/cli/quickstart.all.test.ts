/** From an empty directory to the first command of an assistant. */
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, expect, it, vi } from 'vitest';
import { freePort } from '../engines/engines.ts';
import { createCli, listen } from './run-cli.ts';

// Each command is a process of its own, which takes time on a busy computer.
vi.setConfig({ testTimeout: 300_000 });

const cli = createCli();
afterAll(() => cli.remove());
const env = { SYNAPSE_PORT: '0' };

it('runs, signs in, writes the client’s file, and an assistant’s first command is done', async () => {
  const began = performance.now();
  const child = cli.start('quickstart', ['--json', '--client', 'cursor'], { env });
  const [out] = (await once(child.stdout!, 'data')) as [Buffer];
  const ready = JSON.parse(out.toString()) as Record<string, string>;
  expect(ready).toMatchObject({ created: true, username: 'admin', client_file: join(cli.home, '.cursor/mcp.json') });
  expect(existsSync(join(cli.home, 'data/synapse.db'))).toBe(true);

  // Like the client: starts what its file names, with next to nothing in the environment.
  const written = readFileSync(ready.client_file!, 'utf8');
  expect(written).not.toMatch(/SYNAPSE_TOKEN|dk_ai_/);
  const { command, args, env: own } = JSON.parse(written).mcpServers.synapse;
  expect(own).toEqual({ SYNAPSE_URL: ready.url });
  const client = new Client({ name: 'first', version: '1' });
  const given = { HOME: cli.home, PATH: cli.env.PATH!, ...own };
  await client.connect(new StdioClientTransport({ command, args, env: given, stderr: 'ignore' }));
  const first = await client.callTool({ name: 'synapse_exec', arguments: { machine: 'local', command: 'echo first' } });
  const took = performance.now() - began;
  expect(first.content).toEqual([{ type: 'text', text: expect.stringMatching(/^exit 0 · .*\nfirst$/) }]);
  await client.close();
  process.stderr.write(`quickstart to the first command: ${Math.round(took)} ms\n`);

  // The session was saved too.
  expect((await cli.run('exec', ['local', '--', 'echo signed in'])).stdout).toBe('signed in\n');
  child.kill('SIGTERM');
  expect((await once(child, 'close'))[0]).toBe(0);

  const again = cli.start('quickstart', [], { env });
  const [second] = (await once(again.stdout!, 'data')) as [Buffer];
  expect(second.toString()).toMatch(/^Synapse is there already, and runs at http/);
  expect(second.toString()).not.toMatch(/dk_ai_|password/);
  again.kill('SIGTERM');
  expect((await once(again, 'close'))[0]).toBe(0);
});

it('takes the one token from no client without asking: a second one signs in by itself', async () => {
  const shared = { ...env, SYNAPSE_DATA_DIR: join(cli.home, 'shared') };
  const child = cli.start('quickstart', ['--json', '--client', 'cursor'], { env: shared });
  const [out] = (await once(child.stdout!, 'data')) as [Buffer];
  const { url, token } = JSON.parse(out.toString()) as Record<string, string>;
  const answers = async (address: string, withToken: string) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const headers = { 'content-type': 'application/json', 'x-ai-token': withToken };
    return (await fetch(`${address}/tda/mcp`, { method: 'POST', headers, body })).status;
  };
  expect(await answers(url!, token!)).toBe(200);
  child.kill('SIGTERM');
  await once(child, 'close');

  // Of the same person: the clients share the token that is saved here.
  const same = cli.start('quickstart', ['--client', 'vscode'], { env: shared });
  const [shown] = (await once(same.stdout!, 'data')) as [Buffer];
  expect(shown.toString()).toMatch(/vscode\/mcp\.json is written/);
  same.kill('SIGTERM');
  await once(same, 'close');

  // From elsewhere, where that token is not: nobody can be asked, so nothing is done.
  const elsewhere = { ...shared, XDG_CONFIG_HOME: join(cli.home, 'elsewhere'), SYNAPSE_LANG: 'en' };
  const file = join(cli.home, '.vscode/mcp.json');
  rmSync(file);
  const refused = await cli.run('quickstart', ['--client', 'vscode'], { env: elsewhere });
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain(`quickstart (${token!.slice(0, 6)}`);
  expect(refused.stderr).toMatch(/last used \d{4}-\d\d-\d\dT/);
  expect(refused.stderr).toMatch(/--sign-in .*--replace-token/);
  expect(existsSync(file)).toBe(false);
  const cannot = await cli.run('quickstart', ['--client', 'zed'], { env: elsewhere });
  expect(cannot).toMatchObject({ code: 2, stderr: expect.stringContaining('pass --replace-token') });
  expect(cannot.stderr).not.toContain('--sign-in');
  const never = await cli.run('quickstart', ['--client', 'zed', '--sign-in'], { env: elsewhere });
  expect(never).toMatchObject({ code: 2, stderr: expect.stringContaining('zed cannot sign in by itself') });

  // On a terminal it asks. Enter takes the first answer: without a token.
  const asking = cli.inTerminal('quickstart --client vscode --project .', { env: elsewhere });
  const asked = listen(asking);
  await expect.poll(asked.text, { timeout: 120_000 }).toContain('How does vscode connect?');
  expect(asked.text()).toContain('that client will be refused');
  asking.stdin!.write('\r');
  await expect.poll(asked.text, { timeout: 120_000 }).toContain('It needs no token');
  const second = /runs at (\S+)/.exec(asked.text())![1]!;
  expect(JSON.parse(readFileSync(file, 'utf8')).servers.synapse.url).toMatch(new RegExp(`^${second}/mcp`));
  expect(readFileSync(file, 'utf8')).not.toMatch(/dk_ai_/);
  expect(await answers(second, token!)).toBe(200);
  asking.stdin!.write('\x03');
  await asked.ended;

  const replacing = cli.start('quickstart', ['--json', '--client', 'vscode', '--replace-token'], { env: elsewhere });
  const [third] = (await once(replacing.stdout!, 'data')) as [Buffer];
  const replaced = JSON.parse(third.toString()) as Record<string, string>;
  expect(await answers(replaced.url!, token!)).toBe(401);
  expect(await answers(replaced.url!, replaced.token!)).toBe(200);
  expect(readFileSync(join(cli.home, 'elsewhere/synapse/token'), 'utf8')).toBe(`${replaced.token}\n`);
  replacing.kill('SIGTERM');
  await once(replacing, 'close');
});

it('shows the password that it has made, also where the service cannot start', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const args = ['--data-dir', join(cli.home, 'taken')];
  const { code, stderr } = await cli.run('quickstart', args, { env: { SYNAPSE_PORT: String(port) } });
  taken.close();
  expect(code).toBe(1);
  expect(stderr).toContain('choose another SYNAPSE_PORT');
  const password = /password {2}(\S+)/.exec(stderr)?.[1];
  expect(password).toMatch(/^\S{12,}$/);
});

it('serves, and stops when told to', async () => {
  const child = cli.start('serve', ['--data-dir', join(cli.home, 'served')], { env });
  let printed = '';
  await new Promise<void>((done) => {
    child.stdout!.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('listening on')) done();
    });
  });
  const url = /listening on (\S+)/.exec(printed)![1];
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
  child.kill('SIGTERM');
  expect((await once(child, 'close'))[0]).toBe(0);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});

it('leaves nothing running where nobody can sign in at its own address', async () => {
  const away = `http://127.0.0.1:${await freePort()}`;
  const args = ['--data-dir', join(cli.home, 'away')];
  const ended = await cli.run('quickstart', args, { env: { ...env, SYNAPSE_PUBLIC_URL: away } });
  expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(`${away} cannot be reached`) });
  // Nobody serves from there any more.
  expect(await cli.run('vault', ['rotate', ...args])).toMatchObject({ code: 0 });
});

it('says why it cannot start', async () => {
  const { code, stderr } = await cli.run('quickstart', [], { env: { SYNAPSE_PORTT: '1' } });
  expect(code).toBe(1);
  expect(stderr).toContain('did you mean SYNAPSE_PORT?');
});
