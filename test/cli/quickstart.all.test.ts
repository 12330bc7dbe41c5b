/** From an empty directory to the first command of an assistant. */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, expect, it, vi } from 'vitest';
import { freePort } from '../engines/engines.ts';
import { createCli } from './run-cli.ts';

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
