/** `synapse cp`, as a person runs it: files and folders, both ways, over a line that is cut. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Cli, createCli } from '../cli/run-cli.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { type CutLine, drawLine } from '../web/cut-line.ts';

let service: Service;
let line: CutLine;
let cli: Cli;
const here = (name: string): string => join(cli.home, 'here', name);
const there = (name: string): string => join(cli.home, 'there', name);
const cp = (...args: string[]) => {
  service.advance(10_000);
  return cli.run('cp', [...args, '--json']);
};

beforeAll(async () => {
  service = await startService();
  line = await drawLine(() => service.url);
  cli = createCli(line.url);
  for (const side of ['here', 'there']) mkdirSync(join(cli.home, side));
  const signedIn = await cli.run('login', ['-u', 'admin', '--password-stdin'], { input: ADMIN_PASSWORD });
  expect(signedIn.code).toBe(0);
});
afterAll(async () => {
  await line?.close();
  await service?.stop();
  cli?.remove();
});

it('copies a file there and back, with its mode, into a folder or under a name', async () => {
  const bytes = randomBytes(70_000);
  writeFileSync(here('a b'), bytes);
  chmodSync(here('a b'), 0o740);
  expect(await cp(here('a b'), `local:${there('')}`)).toMatchObject({ code: 0, json: { size: 70_000, created: true } });
  expect(readFileSync(there('a b')).equals(bytes)).toBe(true);
  expect(statSync(there('a b')).mode & 0o777).toBe(0o740);
  // Without the slash, too: a folder is there.
  expect((await cp(here('a b'), `local:${cli.home}/there`)).code).toBe(0);
  expect((await cp(`local:${there('a b')}`, here('back'))).code).toBe(0);
  expect(readFileSync(here('back')).equals(bytes)).toBe(true);
  expect((await cp(`local:${there('a b')}`, join(cli.home, 'here'))).code).toBe(0);
  writeFileSync(here('empty'), '');
  expect((await cp(here('empty'), `local:${there('empty')}`)).code).toBe(0);
  expect((await cp(`local:${there('empty')}`, here('empty 2'))).code).toBe(0);
  expect(statSync(here('empty 2')).size).toBe(0);
  expect(readdirSync(join(cli.home, 'there')).sort()).toEqual(['a b', 'empty']);
});

it('says what is wrong', async () => {
  expect((await cp('a', 'b')).code).toBe(2);
  expect((await cp(here('nothing'), `local:${there('x')}`)).code).toBe(1);
  expect(await cp(`local:${there('nothing')}`, here('x'))).toMatchObject({ code: 1, stderr: /file_not_found/ });
  expect(await cp(`local:${there('a b')}`, here('no/folder'))).toMatchObject({ code: 1, stderr: /ENOENT/ });
  expect((await cp(join(cli.home, 'here'), `local:${there('x')}`)).code).toBe(2);
  expect(existsSync(here('x'))).toBe(false);
});

it('copies folders', async () => {
  mkdirSync(here('tree/sub'), { recursive: true });
  writeFileSync(here('tree/one'), 'one');
  writeFileSync(here('tree/sub/two\n'), 'two');
  expect(await cp('-r', here('tree'), `local:${there('tree')}`)).toMatchObject({ code: 0 });
  expect(readFileSync(there('tree/sub/two\n'), 'utf8')).toBe('two');
  const back = await cp('-r', `local:${there('tree')}`, here('copy'));
  expect(back.code, back.stderr).toBe(0);
  expect(readFileSync(here('copy/sub/two\n'), 'utf8')).toBe('two');
});

it('goes on after a cut, both ways, and leaves nothing behind', async () => {
  const bytes = randomBytes(40 * 1024 * 1024);
  writeFileSync(here('large'), bytes);
  const parts = (side: string) => readdirSync(join(cli.home, side)).filter((name) => name.includes('synapse'));
  const cutWhen = async (side: string, copying: Promise<unknown>) => {
    let over = false;
    void copying.then(() => {
      over = true;
    });
    const grown = () => parts(side).some((name) => statSync(join(cli.home, side, name)).size > 4 * 1024 * 1024);
    await expect.poll(() => over || grown(), { interval: 1 }).toBe(true);
    expect(over).toBe(false);
    line.cut();
    line.mend();
  };
  const up = cp(here('large'), `local:${there('large')}`);
  await cutWhen('there', up);
  expect((await up).code).toBe(0);
  expect(readFileSync(there('large')).equals(bytes)).toBe(true);
  const down = cp(`local:${there('large')}`, here('large 2'));
  await cutWhen('here', down);
  expect((await down).code).toBe(0);
  expect(readFileSync(here('large 2')).equals(bytes)).toBe(true);
  expect([...parts('here'), ...parts('there')]).toEqual([]);
});

it('says in one line that a proxy has answered instead of the service', async () => {
  const proxy = createServer((request, response) => {
    request.resume();
    if (request.url === '/auth/login') {
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ access_token: 'x', token_type: 'bearer', expires_in: 60 }));
    }
    response.writeHead(413, { 'content-type': 'text/html' }).end('<html><h1>413 Request Entity Too Large</h1></html>');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void proxy.close());
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const behind = createCli(`http://127.0.0.1:${port}`);
  onTestFinished(() => behind.remove());
  writeFileSync(here('small'), 'small');
  const env = { SYNAPSE_USERNAME: 'admin', SYNAPSE_PASSWORD: 'x' };
  for (const [command, args] of [
    ['cp', [here('small'), 'local:/tmp/never']],
    ['machine list', []],
  ] as const) {
    const { code, stderr } = await behind.run(command, [...args], { env });
    expect([code, stderr]).toEqual([1, expect.stringContaining('413')]);
    expect(stderr).toContain('proxy');
    expect(stderr).not.toMatch(/Unexpected token|SyntaxError|<html>|\n {4}at /);
  }
});
