/** `synapse cp` with the places that people type: the home directory of a machine, and one machine to another. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { type Cli, createCli } from './run-cli.ts';

let service: Service;
let cli: Cli;
/** Where commands on the machine `local` are at home. */
let home: string;
beforeAll(async () => {
  service = await startService();
  cli = createCli(service.url);
  await cli.run('login', ['-u', 'admin', '--password-stdin'], { input: ADMIN_PASSWORD });
  home = (await cli.run('exec', ['local', '--', 'printf %s "$HOME"'])).stdout;
  await service.created('/synapse/machines', await service.login(), { slug: 'other', kind: 'local' });
});
afterAll(async () => {
  await service.stop();
  cli.remove();
});

it('a path without a slash is in the home directory there', async () => {
  const name = `.synapse-cp-${process.pid}`;
  writeFileSync(join(cli.home, name), 'at home');
  try {
    for (const place of [`local:${name}`, `local:~/${name}`, 'local:', 'local:~']) {
      const { code, stdout, stderr } = await cli.run('cp', [name, place]);
      expect([code, stdout, stderr], place).toEqual([0, expect.stringContaining(`${home}/${name}`), '']);
      expect((await cli.run('cp', [`local:~/${name}`, './back'])).code).toBe(0);
      expect(readFileSync(join(cli.home, 'back'), 'utf8')).toBe('at home');
      await cli.run('exec', ['local', '--', `rm "$HOME/${name}"`]);
    }
    expect((await cli.run('exec', ['local', '-C', '~', '--', 'pwd'])).stdout).toBe(`${home}\n`);
  } finally {
    await cli.run('exec', ['local', '--', `rm -f "$HOME/${name}"`]);
  }
});

it('goes from one machine to another, a folder too', async () => {
  mkdirSync(join(service.scratch, 'site'));
  writeFileSync(join(service.scratch, 'site/index.html'), 'hello');
  const { code, stderr } = await cli.run('cp', [`local:${service.scratch}/site`, `other:${service.scratch}/copy`]);
  expect([code, stderr]).toEqual([0, '']);
  expect(readFileSync(join(service.scratch, 'copy/index.html'), 'utf8')).toBe('hello');
  const missing = await cli.run('cp', [`local:${service.scratch}/nothing`, `other:${service.scratch}/x`]);
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining(`${service.scratch}/nothing`)]);
});

it('says what is wrong with the places', async () => {
  const neither = await cli.run('cp', ['a', 'b']);
  expect([neither.code, neither.stderr]).toEqual([2, expect.stringContaining('web-1:/srv/app')]);
  const gone = await cli.run('cp', ['not-there', 'local:/tmp/x']);
  expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('not-there does not exist on this computer')]);
  writeFileSync(join(cli.home, 'there'), 'x');
  const unknown = await cli.run('cp', ['there', 'locl:/tmp/x']);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('local')]);
});
