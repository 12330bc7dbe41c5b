/** `synapse machine …` as a newcomer uses it: what is wrong is said at once, and can be mended without starting again. */
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateEd25519 } from '../engines/ed25519-keys.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { type Cli, createCli } from './run-cli.ts';

let service: Service;
let cli: Cli;
let closedPort: number;
beforeAll(async () => {
  service = await startService();
  cli = createCli(service.url);
  await cli.run('login', ['-u', 'admin', '--password-stdin'], { input: ADMIN_PASSWORD });
  // Nobody listens there any more.
  const server = createServer().listen(0, '127.0.0.1');
  closedPort = await new Promise<number>((resolve) => {
    server.once('listening', () => resolve((server.address() as { port: number }).port));
  });
  await new Promise((resolve) => server.close(resolve));
});
afterAll(async () => {
  await service.stop();
  cli.remove();
});

it('add says at once what is not there, and set mends it', async () => {
  const at = ['--host', '127.0.0.1', '--port', String(closedPort), '--user', 'deploy'];
  const added = await cli.run('machine add', ['web-1', ...at, '--key-secret', 'WEB_KEY']);
  expect([added.code, added.stdout]).toEqual([0, 'web-1 (ssh) is registered.\n']);
  expect(added.stderr).toContain('WEB_KEY');
  expect(added.stderr).toContain('synapse secret set');
  expect(added.stderr).toContain('machine set web-1');

  const locked = generateEd25519({ passphrase: 'x', cipher: 'aes256-ctr', rounds: 1 });
  await cli.run('secret set', ['WEB_KEY'], { input: locked.private });
  await cli.run('secret set', ['WEB_PASS'], { input: 'not x' });
  const tested = await cli.run('machine test', ['web-1']);
  expect([tested.code, tested.stdout]).toEqual([1, expect.stringContaining('the private key has a passphrase')]);
  const wrong = await cli.run('machine set', ['web-1', '--passphrase-secret', 'WEB_PASS']);
  expect([wrong.code, wrong.stderr]).toEqual([0, expect.stringContaining('does not open the private key')]);
  await cli.run('secret set', ['WEB_PASS'], { input: 'x' });
  const refused = await cli.run('machine test', ['web-1']);
  expect(refused.stdout).toContain('refuses the connection');
  expect((await cli.run('machine show', ['web-1'])).stdout).toContain(`deploy@127.0.0.1:${closedPort}`);
});

it('set changes host, port, user, the way in and the hosts to go through, and leaves the rest', async () => {
  const connection = async () => (await cli.run('machine show', ['web-1', '--json'])).json.connection;
  const before = await connection();
  await cli.run('machine set', ['web-1', '--host', '127.0.0.2', '--user', 'root']);
  expect(await connection()).toEqual({ ...before, host: '127.0.0.2', user: 'root' });
  await cli.run('machine set', ['web-1', '--password-secret', 'WEB_PASS']);
  expect(await connection()).toEqual({
    host: '127.0.0.2',
    port: closedPort,
    user: 'root',
    password_secret: 'WEB_PASS',
  });
  const hop = ['--host', '127.0.0.1', '--port', String(closedPort), '--user', 'jump', '--key-secret', 'WEB_KEY'];
  await cli.run('machine add', ['bastion', ...hop]);
  await cli.run('machine set', ['web-1', '--jump', 'bastion,ada@127.0.0.3:2222']);
  const bastion = { host: '127.0.0.1', port: closedPort, user: 'jump', key_secret: 'WEB_KEY' };
  expect(await connection()).toMatchObject({
    host: '127.0.0.2',
    jump: { host: '127.0.0.3', port: 2222, user: 'ada', password_secret: 'WEB_PASS', jump: bastion },
  });
  await cli.run('machine set', ['web-1', '--jump', '-']);
  expect(await connection()).not.toHaveProperty('jump');
  const local = await cli.run('machine set', ['local', '--host', 'x']);
  expect([local.code, local.stderr]).toEqual([2, expect.stringContaining('has no address')]);
  const through = await cli.run('machine set', ['web-1', '--jump', 'local']);
  expect([through.code, through.stderr]).toEqual([2, expect.stringContaining('only an ssh machine')]);
  const nothing = await cli.run('machine set', ['web-1']);
  expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('--host')]);
});

it('list and show say why a machine is not reached', async () => {
  await cli.run('machine set', ['bastion', '--passphrase-secret', 'WEB_PASS']);
  const said = async (path: string, args: string[] = []) => (await cli.run(path, args)).stdout;
  // Whoever lists has the checks made.
  await expect.poll(() => said('machine list')).toMatch(/^bastion: Machine unreachable: .*refuses the connection/m);
  expect(await said('machine show', ['bastion'])).toMatch(/^ {2}Why: Machine unreachable/m);
  expect(await said('machine show', ['local'])).not.toContain('Why:');
  const unknown = await cli.run('machine show', ['bastio']);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('there are: bastion')]);
});

it('a secret that opens machines is deleted with a word about them', async () => {
  const asked = await cli.run('secret rm', ['WEB_KEY']);
  expect([asked.code, asked.stderr]).toEqual([
    2,
    expect.stringMatching(/WEB_KEY is what .*logged in to with: bastion/),
  ]);
  expect((await cli.run('secret list')).stdout).toContain('WEB_KEY');
  const other = await cli.run('secret set', ['UNUSED'], { input: 'a value of nobody' });
  expect(other.code).toBe(0);
  const unused = await cli.run('secret rm', ['UNUSED', '--yes']);
  expect([unused.code, unused.stderr]).toEqual([0, '']);
});

it('names options, not fields, where the service refuses what was typed', async () => {
  const { code, stderr } = await cli.run('machine add', [
    'bad name',
    '--host',
    'x',
    '--user',
    'y',
    '--key-secret',
    'A',
  ]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/<slug>: lower-case letters/);
  expect(stderr).toContain('synapse machine add --help');
  expect(stderr).not.toMatch(/\^|key_secret|pattern/);
});

it('move says which secrets the machine needs, and how to move it with them', async () => {
  await cli.run('crew create', ['ops']);
  await cli.run('crew create', ['dev']);
  await cli.run('secret set', ['MOVE_KEY'], { input: 'a value that moves' });
  const at = ['--host', '127.0.0.1', '--port', String(closedPort), '--user', 'deploy'];
  await cli.run('machine add', ['mover', ...at, '--key-secret', 'MOVE_KEY']);
  const refused = await cli.run('machine move', ['mover', 'ops']);
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain('MOVE_KEY');
  expect(refused.stderr).toContain('synapse machine move mover ops --secret MOVE_KEY');
  const moved = await cli.run('machine move', ['mover', 'ops', '--secret', 'MOVE_KEY']);
  expect([moved.code, moved.stdout]).toEqual([0, 'mover now belongs to ops.\n']);
  expect((await cli.run('machine list', ['--crew', 'ops'])).stdout).toContain('mover');
  expect((await cli.run('secret list', ['--crew', 'ops'])).stdout).toContain('MOVE_KEY');
  expect((await cli.run('machine list')).stdout).not.toContain('mover');

  // From crew to crew: the way to repeat it says from which.
  const again = await cli.run('machine move', ['mover', 'dev', '--crew', 'ops']);
  expect(again.stderr).toContain('synapse machine move mover dev --crew ops --secret MOVE_KEY');
  const onwards = await cli.run('machine move', ['mover', 'dev', '--crew', 'ops', '--secret', 'MOVE_KEY', '--json']);
  expect([onwards.code, onwards.json]).toMatchObject([0, { slug: 'mover' }]);
  expect((await cli.run('machine move', ['mover', 'nowhere', '--crew', 'dev'])).code).toBe(1);
});
