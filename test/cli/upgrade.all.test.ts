/** `synapse upgrade`: says what there is, asks no longer than a few seconds, and knows other programs of the same name. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import root from '../../package.json' with { type: 'json' };
import { calledAs } from '../../packages/cli/src/called-as.ts';
import { installationForm, upgradeCommand } from '../../packages/cli/src/upgrade/installation-form.ts';
import { stopAtEnd } from '../left-behind.ts';
import { CLI_IN_CLONE } from '../programs.ts';
import { createCli } from './run-cli.ts';

vi.setConfig({ testTimeout: 300_000 });
const cli = createCli(undefined, CLI_IN_CLONE);
afterAll(() => cli.remove());

let registry: string;
const asked: string[] = [];
let answer: RequestListener;
beforeAll(async () => {
  const server = createServer((request, response) => {
    asked.push(request.url!);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/npm/`;
  stopAtEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
});

const says =
  (manifest: unknown, status = 200): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(manifest));
const check = () => cli.run('upgrade', ['--check', '--json'], { env: { npm_config_registry: registry } });
const { name, version, mcpName } = root;

describe('--check', () => {
  it('tells a newer version from the same one by its exit code', async () => {
    answer = says({ name, version: '99.0.0', mcpName });
    const behind = await check();
    expect(behind).toMatchObject({ code: 100, json: { version, newest: '99.0.0', behind: true, form: 'clone' } });
    expect(behind.json.command).toContain('git pull');
    expect(asked.at(-1)).toBe(`/npm/${name}/latest`);
    answer = says({ name, version, mcpName });
    expect(await check()).toMatchObject({ code: 0, json: { newest: version, behind: false } });
  });

  it.each([
    ['another program of the same name', says({ name, version: '99.0.0' }), 'is not published on 127.0.0.1'],
    ['none at all', says({ error: 'Not found' }, 404), 'is not published on 127.0.0.1'],
    ['a version that is none', says({ name, version: '<b>', mcpName }), 'is not published on 127.0.0.1'],
    ['an error', says({}, 500), 'answered 500'],
    ['an answer without end', endless, 'answered 200, and no version'],
    [
      'a connection that is cut',
      ({ socket }) => void socket.destroy(),
      'whether there is a newer version is not known',
    ],
  ] satisfies [string, RequestListener, string][])('does not believe %s', async (_name, how, said) => {
    answer = how;
    const { code, stdout, stderr } = await check();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(JSON.parse(stderr).error.message).toContain(said);
  });

  it('gives up on a registry that is silent', async () => {
    answer = () => undefined;
    const { code, stderr } = await check();
    expect(code).toBe(1);
    expect(JSON.parse(stderr).error).toMatchObject({ message: expect.stringContaining('TimeoutError') });
  });
});

it('without it says how, and changes nothing', async () => {
  const before = asked.length;
  expect(await cli.run('upgrade', ['--json'])).toMatchObject({ code: 0, json: { version, form: 'clone' } });
  expect(asked.length).toBe(before);
});

it('knows each form of installation, and how it is called there', () => {
  expect(installationForm('/usr/lib/synapse')).toBe('deb');
  expect(installationForm('/app')).toBe('image');
  expect(installationForm('/usr/local/lib/node_modules/synapse')).toBe('npm');
  expect(installationForm('/home/ada/.npm/_npx/0f/node_modules/synapse')).toBe('npx');
  for (const form of ['clone', 'deb', 'image', 'npx', 'npm'] as const) expect(upgradeCommand(form)).not.toBe('');
  const nowhere = { PATH: '/nowhere' };
  expect(calledAs(nowhere, null, resolve('docs'))).toBe('npx synapse');
  // Elsewhere npx would fetch whatever npm has under that name.
  expect(calledAs(nowhere, null, '/tmp')).toBe(`npx --prefix ${resolve('.')} synapse`);
  expect(calledAs(nowhere, null, `${resolve('.')}-of-another`)).toContain('--prefix');
  for (const form of ['npx', 'npm'] as const) expect(upgradeCommand(form)).toContain(`./${name}-VERSION.tgz`);
  expect(calledAs(nowhere, '/tmp/synapse-0.1.0.tgz')).toBe('npx /tmp/synapse-0.1.0.tgz');
  expect(calledAs(nowhere, '/tmp/my files/s.tgz')).toBe("npx '/tmp/my files/s.tgz'");
});

function endless(...[, response]: Parameters<RequestListener>): void {
  const more = (): void => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', more).writeHead(200);
  more();
}
