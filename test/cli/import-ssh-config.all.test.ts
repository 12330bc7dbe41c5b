/** `synapse import ssh-config`, as people run it, with the files that they have. */
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateEd25519 } from '../engines/ed25519-keys.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { type Cli, createCli, PROGRAM } from './run-cli.ts';

const CONFIG = `
Include conf.d/*
Host web-1 web-2
  HostName %h.example
  User deploy
  ProxyJump bastion
  IdentityFile ~/.ssh/work
Host db
  HostName 10.0.0.9
  HostKeyAlias shared
  ProxyCommand nc %h %p
Host locked
  HostName 10.0.0.8
  IdentityFile ~/.ssh/locked
Host nokey
  IdentityFile ~/.ssh/not-there
Match host *.example exec "touch was-run"
  Port 2222
Host *
  User ada
`;
const BASTION = 'Host bastion\n  HostName 10.0.0.1\n  Port 2200\n  User jump\n  IdentityFile ~/.ssh/work\n';

let service: Service;
let cli: Cli;
let session: string;
const [work, locked, shown] = [
  generateEd25519(),
  generateEd25519({ passphrase: 'x', cipher: 'aes256-cbc', rounds: 4 }),
  generateEd25519(),
];

/** As `ssh-keygen -H` writes it. */
function hashed(name: string): string {
  const salt = Buffer.from('twenty bytes of salt');
  return `|1|${salt.toString('base64')}|${createHmac('sha1', salt).update(name).digest('base64')}`;
}

beforeAll(async () => {
  service = await startService();
  session = await service.login();
  cli = createCli(service.url);
  const ssh = join(cli.home, '.ssh');
  mkdirSync(join(ssh, 'conf.d'), { recursive: true });
  const files = {
    config: CONFIG,
    'conf.d/bastion': BASTION,
    work: work.private,
    'work-cert.pub': 'ssh-ed25519-cert-v01@openssh.com AAAA work',
    locked: locked.private,
    known_hosts: `${hashed('[10.0.0.1]:2200')} ${shown.public.trim()}\nweb-*.example ${shown.public.trim()}\n`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(ssh, name), text, { mode: 0o600 });
  await cli.run('login', ['-u', 'admin', '--password-stdin'], { input: ADMIN_PASSWORD });
});
afterAll(async () => {
  await service.stop();
  cli.remove();
});

const machines = async () =>
  (await service.call<{ machines: { slug: string }[] }>('GET', '/synapse/machines', { token: session })).body.machines;
const secrets = async () => {
  const { body } = await service.call<{ secrets: { name: string }[] }>('GET', '/synapse/secrets', { token: session });
  return body.secrets.map(({ name }) => name).sort();
};

it('shows what it would make, and why not the rest, without a service', async () => {
  const { code, json } = await cli.run('import ssh-config', ['--dry-run', '--json'], { env: { SYNAPSE_URL: '' } });
  expect(code).toBe(0);
  const web = { address: 'deploy@web-1.example:22', through: ['jump@10.0.0.1:2200'], host_key: true, made: true };
  expect(json.machines).toMatchObject([
    { slug: 'bastion', address: 'jump@10.0.0.1:2200', key: join(cli.home, '.ssh/work'), host_key: true, made: true },
    { ...web, slug: 'web-1', remarks: ['condition not tried: exec touch was-run'] },
    { ...web, slug: 'web-2', address: 'deploy@web-2.example:22' },
    { slug: 'db', address: null, made: false, remarks: ['ProxyCommand is not taken over'] },
    { slug: 'locked', address: 'ada@10.0.0.8:22', host_key: false, made: true },
    { slug: 'nokey', made: false, remarks: [expect.stringContaining('no private key was found')] },
  ]);
});

it('makes nothing, and copies no key, before somebody has agreed', async () => {
  for (const args of [[], ['--yes']]) {
    const { code, stdout, stderr } = await cli.run('import ssh-config', ['--only', 'web-*,bastion', ...args]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(args.includes('--yes') ? 'pass --keys' : 'pass --yes');
  }
  // Its passphrase would have to be typed.
  expect((await cli.run('import ssh-config', ['--only', 'locked', '--yes', '--keys'])).code).toBe(2);
  expect(await secrets()).toEqual([]);
  expect((await machines()).map(({ slug }) => slug)).toEqual(['local']);
});

it('makes the machines, with the hosts they are reached through, and puts each key into the vault once', async () => {
  const args = ['--only', 'web-*,bastion', '--yes', '--keys', '--json'];
  const { code, json, stderr } = await cli.run('import ssh-config', args);
  expect(code, stderr).toBe(0);
  expect(json.secrets).toEqual(['SSH_WORK', 'SSH_WORK_CERT']);
  expect(await secrets()).toEqual(['SSH_WORK', 'SSH_WORK_CERT']);
  const key = { key_secret: 'SSH_WORK', certificate_secret: 'SSH_WORK_CERT', host_key: shown.public.trim() };
  const bastion = { host: '10.0.0.1', port: 2200, user: 'jump', ...key };
  expect(await machines()).toMatchObject([
    { slug: 'bastion', connection: bastion },
    { slug: 'local' },
    { slug: 'web-1', label: 'web-1', connection: { host: 'web-1.example', user: 'deploy', ...key, jump: bastion } },
    { slug: 'web-2' },
  ]);
});

it('--dry-run tells what exists already', async () => {
  const { json } = await cli.run('import ssh-config', ['--only', 'web-1', '--dry-run', '--json']);
  expect(json.machines).toMatchObject([
    { slug: 'web-1', made: false, remarks: [/* the condition */ expect.any(String), 'this machine exists already'] },
  ]);
  const alone = await cli.run('import ssh-config', ['--only', 'web-1', '--dry-run'], {
    env: { XDG_CONFIG_HOME: join(cli.home, 'nobody') },
  });
  expect([alone.code, alone.stderr]).toEqual([0, expect.stringContaining('Without knowing what exists already')]);
});

it('tries a passphrase before it is stored, and asks again for one that is wrong', async () => {
  const command = `stty cols 120 rows 40; '${process.execPath}' '${PROGRAM}' import ssh-config --only locked --yes --keys`;
  const child = spawn('script', ['-qefc', command, '/dev/null'], { env: { ...cli.env, TERM: 'xterm' }, cwd: cli.home });
  let text = '';
  child.stdout!.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const ended = once(child, 'exit');
  await expect.poll(() => text).toContain('Passphrase of');
  child.stdin!.write('wrong\r');
  await expect.poll(() => text).toContain('It does not open');
  expect(await secrets()).not.toContain('SSH_LOCKED');
  await expect.poll(() => text.slice(text.indexOf('It does not open'))).toContain('Passphrase of');
  child.stdin!.write('x\r');
  expect(await ended).toEqual([0, null]);
  expect(await secrets()).toContain('SSH_LOCKED_PASSPHRASE');
  expect((await machines()).map(({ slug }) => slug)).toContain('locked');
});

it('replaces neither a machine nor a secret that is there', async () => {
  const again = await cli.run('import ssh-config', ['--only', 'web-*', '--yes', '--keys']);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('there is nothing to make')]);
  await service.call('DELETE', '/synapse/machines/web-2', { token: session });
  const { json } = await cli.run('import ssh-config', ['--only', 'web-*', '--yes', '--keys', '--json']);
  expect(json.machines.map(({ made }: { made: boolean }) => made)).toEqual([false, true]);
  expect(json.secrets).toEqual(['SSH_WORK_2', 'SSH_WORK_2_CERT']);
});

it('says which file is not there', async () => {
  const { code, stderr } = await cli.run('import ssh-config', ['/nowhere/config', '--dry-run']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('/nowhere/config')]);
});
