/** What the commands do, in real processes, on a real service. every-command.all.test.ts runs each command. */
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { tokenFile } from '../../packages/cli/src/session.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { type Cli, createCli } from './run-cli.ts';

// Each command is a process of its own, which takes time on a busy computer.
vi.setConfig({ testTimeout: 300_000 });

let service: Service;
let cli: Cli;
beforeAll(async () => {
  service = await startService();
  cli = createCli(service.url);
  await cli.run('login', ['-u', 'admin', '--password-stdin'], { input: ADMIN_PASSWORD });
});
afterAll(async () => {
  cli.remove();
  await service.stop();
});

describe('accounts', () => {
  it('adds, lists and changes users', async () => {
    const added = await cli.run('user add', ['ada', '--plan', 'pro', '--json']);
    expect(added.json).toMatchObject({ username: 'ada', plan: 'pro', role: 'member' });
    expect(added.json.password).toMatch(/^(\w{5}-){3}\w{5}$/);
    await service.login('ada', added.json.password);
    const input = 'a password of her own';
    expect((await cli.run('user add', ['bob', '--password-stdin'], { input })).stdout).not.toContain(input);
    await service.login('bob', input);
    const listed = await cli.run('user list');
    expect(listed.stdout).toMatch(/^USERNAME +PLAN/);
    expect(listed.stdout).toMatch(/ada +pro +member +active/);
    expect((await cli.run('user set', ['Ada', '--plan', 'equipage', '--disable', '--json'])).json).toMatchObject({
      plan: 'equipage',
      disabled: true,
    });
    const changed = await cli.run('user set', ['ada', '--password-stdin'], { input: 'another password of hers' });
    expect(changed.stdout).toContain('The password of ada is changed, and all their sessions have ended.');
    expect(changed.stdout).not.toContain('another password of hers');
    expect(await cli.run('user set', ['ada'])).toMatchObject({ code: 2 });
    expect(await cli.run('user set', ['nobody', '--plan', 'pro'])).toMatchObject({ code: 1 });
  });

  it('generates, lists and revokes AI tokens', async () => {
    const created = await cli.run('token create', [
      '--label',
      'a test',
      '--days',
      '7',
      '--scopes',
      'mcp:read',
      '--save',
    ]);
    const token = created.stdout.trim();
    expect(token).toMatch(/^dk_ai_\w{40,}$/);
    expect(created.stderr).not.toContain(token);
    const file = tokenFile(cli.env, service.url);
    expect(readFileSync(file, 'utf8')).toBe(`${token}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const listed = await cli.run('token list', ['--json']);
    expect(listed.json.tokens[0]).toMatchObject({ status: 'active', label: 'a test', scopes: ['mcp:read'] });
    expect(listed.stdout).not.toContain(token);
    expect(await cli.run('token revoke')).toMatchObject({ code: 2 });
    expect(await cli.run('token revoke', ['--yes'])).toMatchObject({ code: 0 });
    expect((await service.mcp(token, 'tools/list')).status).toBe(401);
    expect((await cli.run('token revoke', ['--yes'])).stderr).toContain('there is no active token');
  });

  it('opens the page', async () => {
    const opened = join(cli.home, 'opened');
    const browser = join(cli.home, 'browser.sh');
    writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > ${opened}.tmp && mv ${opened}.tmp ${opened}\n`);
    chmodSync(browser, 0o755);
    expect((await cli.run('open')).stdout).toBe(`${service.url}\n`);
    expect((await cli.run('open', [], { env: { BROWSER: browser } })).stdout).toBe(`${service.url}\n`);
    await expect.poll(() => existsSync(opened) && readFileSync(opened, 'utf8')).toBe(service.url);
  });
});

describe('machines and secrets', () => {
  it('registers, lists, tries and forgets machines', async () => {
    const args = ['web-1', '--host', '127.0.0.1', '--port', '9', '--user', 'deploy', '--key-secret', 'WEB_KEY'];
    expect((await cli.run('machine add', [...args, '--containers', 'app,db', '--json'])).json).toMatchObject({
      slug: 'web-1',
      kind: 'ssh',
      containers: ['app', 'db'],
    });
    expect((await cli.run('machine list')).stdout).toMatch(/web-1 +ssh +active +yes +no +app,db/);
    expect(await cli.run('machine test', ['local'])).toMatchObject({ code: 0 });
    const failed = await cli.run('machine test', ['web-1', '--json']);
    expect(failed).toMatchObject({ code: 1, json: { ok: false, code: 'secret_missing' } });
    expect(await cli.run('machine rm', ['web-1'])).toMatchObject({ code: 2 });
    expect(await cli.run('machine rm', ['web-1', '--yes'])).toMatchObject({ code: 0 });
    expect((await cli.run('machine list')).stdout).not.toContain('web-1');
  });

  it('stores the values of a .env file after naming them, and prints none', async () => {
    const text = '# ours\nDB_URL="postgres://u:canary-env@db"\nexport API_KEY=canary-api-key\nnot a line\n';
    const first = await cli.run('secret import', ['-', '--yes', '--folder', 'staging', '--json'], { input: text });
    expect(first).toMatchObject({ code: 0, json: { created: ['DB_URL', 'API_KEY'], replaced: [], kept: [] } });
    const again = await cli.run('secret import', ['-', '--yes'], { input: text });
    expect(again).toMatchObject({ code: 0 });
    expect(again.stderr + again.stdout).toMatch(/DB_URL, API_KEY/);
    expect((await cli.run('secret import', ['-', '--yes', '--replace', '--json'], { input: text })).json).toMatchObject(
      {
        replaced: ['DB_URL', 'API_KEY'],
      },
    );
    expect(JSON.stringify([first, again])).not.toContain('canary');
    expect(await cli.run('secret import', ['/nowhere/.env', '--yes'])).toMatchObject({ code: 2 });
    expect(await cli.run('secret import', ['-', '--yes'], { input: 'nothing here' })).toMatchObject({ code: 1 });
    for (const name of ['DB_URL', 'API_KEY']) await cli.run('secret rm', [name, '--yes']);
  });

  it('stores a secret from stdin, prints its length, and never shows it', async () => {
    const value = 'correct horse battery staple';
    const put = await cli.run('secret set', ['DB_PASSWORD', '--json'], { input: `${value}\n` });
    expect(put.json).toMatchObject({ name: 'DB_PASSWORD', created: true, bytes: value.length });
    expect((await cli.run('secret set', ['DB_PASSWORD'], { input: value })).stdout).toBe(
      `DB_PASSWORD is replaced: ${value.length} bytes.\n`,
    );
    expect(await cli.run('secret set', ['EMPTY'], { input: '\n' })).toMatchObject({ code: 2 });
    // A value on the command line is treated as a mistake, and not repeated.
    const leaked = await cli.run('secret set', ['X', 'on-the-command-line'], { input: 'y' });
    expect(leaked.code).toBe(2);
    const listed = await cli.run('secret list');
    expect(listed.stdout).toContain('DB_PASSWORD');
    expect(listed.stdout + put.stdout + put.stderr).not.toContain(value);
    const used = await cli.run('exec', ['local', '--', 'printf', '%s', '{{DB_PASSWORD}}', '|', 'wc', '-c']);
    expect(used).toMatchObject({ code: 0 });
    expect((await cli.run('exec', ['local', '--', 'printf %s "{{DB_PASSWORD}}" | wc -c'])).stdout.trim()).toBe('28');
    expect(await cli.run('secret rm', ['DB_PASSWORD', '--yes'])).toMatchObject({ code: 0 });
  });
});

describe('crews', () => {
  it('are created, joined and left; what they have is named with their slug', async () => {
    expect((await cli.run('crew create', ['deck', '--name', 'Deck', '--json'])).json).toMatchObject({
      slug: 'deck',
      role: 'owner',
    });
    expect((await cli.run('machine add', ['db1', '--kind', 'local', '--crew', 'deck', '--json'])).json).toMatchObject({
      slug: 'db1',
    });
    expect((await cli.run('machine list', ['--crew', 'deck'])).stdout).toMatch(/db1 +local/);
    expect((await cli.run('machine list')).stdout).not.toContain('db1');
    expect(await cli.run('machine show', ['deck/db1', '--json'])).toMatchObject({ code: 0, json: { slug: 'db1' } });
    expect(await cli.run('machine show', ['db1'])).toMatchObject({ code: 1 });
    const value = 'a secret of the crew 5521';
    await cli.run('secret set', ['DECK_KEY', '--crew', 'deck'], { input: value });
    const listed = await cli.run('secret list', ['--crew', 'deck']);
    expect(listed.stdout).toContain('DECK_KEY');
    expect((await cli.run('secret list')).stdout).not.toContain('DECK_KEY');
    const ran = await cli.run('exec', ['deck/db1', '--', 'printf %s "{{DECK_KEY}}" | wc -c']);
    expect(ran.stdout.trim()).toBe(String(value.length));
    const log = (await cli.run('logs', ['--crew', 'deck'])).stdout;
    expect(log).toContain('machine add db1');
    // Each line says which member it was, not by which way it came.
    expect(log).toMatch(/ admin .*printf/);
    expect(log).not.toMatch(/ cli .*printf/);
    expect((await cli.run('completion', ['--names', 'machines'])).stdout.split('\n')).toContain('deck/db1');
    expect((await cli.run('completion', ['--names', 'crews'])).stdout).toContain('deck');

    // Only administrators may run commands on the service’s own host.
    const guest = await service.newUser('free', { role: 'admin' });
    const invited = await cli.run('crew invite', ['deck', '--role', 'watcher']);
    expect(invited.stdout).toMatch(/^http.*\/crews\/join\?code=/);
    const other = createCli(service.url);
    await other.run('login', ['-u', guest.username, '--password-stdin'], { input: guest.password });
    expect((await other.run('crew join', [invited.stdout.trim(), '--json'])).json).toMatchObject({ role: 'watcher' });
    expect((await other.run('crew list')).stdout).toMatch(/deck +watcher/);
    // Of a job everybody sees who started it.
    await cli.run('exec', ['-d', 'deck/db1', '--', 'echo from a job of the crew']);
    const jobs = await other.run('jobs list', ['--crew', 'deck']);
    expect(jobs.stdout).toMatch(/^EXECUTION +MACHINE +STARTED +WHO /);
    expect(jobs.stdout).toMatch(/ db1 +\S+ +admin +\w+ .*echo from a job of the crew$/m);
    expect((await cli.run('jobs list')).stdout).not.toContain('of the crew');
    expect(await other.run('crew request', ['deck', 'operator', '--hours', '2'])).toMatchObject({ code: 2 });
    const asked = await other.run('crew request', [
      'deck',
      'operator',
      '--hours',
      '2',
      '--reason',
      'tonight',
      '--json',
    ]);
    expect(asked.json).toMatchObject({ status: 'pending' });
    expect((await cli.run('crew request', ['deck'])).stdout).toContain('tonight');
    const approved = await cli.run('crew request', ['deck', '--approve', asked.json.id]);
    expect(approved.stdout).toContain('operator');
    expect((await cli.run('crew access', ['deck'])).stdout).toMatch(/operator +request/);
    expect((await other.run('exec', ['deck/db1', '--', 'echo hello'])).stdout).toBe('hello\n');
    expect((await other.run('logs', ['-m', 'deck/db1'])).stdout).toContain('echo hello');
    // Without a plan for machines of their own, too.
    // What could be the beginning of a secret would be held back to the end.
    const command = 'echo $$ runs!; exec sleep 190';
    const child = other.start('exec', ['deck/db1', '-t', '200', '--', command]);
    const [out] = (await once(child.stdout!, 'data')) as [Buffer];
    child.kill('SIGINT');
    expect((await once(child, 'close'))[0]).toBe(2);
    expect(() => process.kill(Number.parseInt(out.toString(), 10), 0)).toThrow('ESRCH');
    const last = ['-m', 'deck/db1', '--json', '-n', '1'];
    expect((await other.run('logs', last)).json).toMatchObject({ status: 'cancelled' });
    expect((await other.run('freeze', ['--crew', 'deck'])).stdout).toContain('the whole crew');
    expect((await cli.run('unfreeze', ['--crew', 'deck'])).stdout).toContain('the whole crew');
    expect(await other.run('crew leave', ['deck', '--yes'])).toMatchObject({ code: 0 });
    expect(await other.run('crew members', ['deck'])).toMatchObject({ code: 1 });
    expect((await cli.run('crew members', ['deck'])).stdout).not.toContain(guest.username);
    other.remove();
    expect(await cli.run('crew leave', ['deck', '--yes', '--json'])).toMatchObject({ code: 1 });
  });
});

describe('exec', () => {
  it('says why a command was not run, now or after a while, and ends with 125', async () => {
    const token = await service.login();
    const connection = { host: '127.0.0.1', port: 1, user: 'nobody', password_secret: 'DEAD_PASSWORD' };
    await service.call('PUT', '/synapse/secrets/DEAD_PASSWORD', { token, body: { value: 'correct horse battery' } });
    await service.call('POST', '/synapse/machines', { token, body: { slug: 'dead', kind: 'ssh', connection } });
    const late = await cli.run('exec', ['dead', '--', 'ls']);
    expect(late).toMatchObject({ code: 125, stdout: '' });
    expect(late.stderr).toContain('127.0.0.1:1 refuses the connection');
    const whole = await cli.run('exec', ['dead', '--json', '--', 'ls']);
    expect(whole).toMatchObject({ code: 125, json: { status: 'refused', refusal: { code: 'machine_unreachable' } } });
    const early = await cli.run('exec', ['nowhere', '--', 'ls']);
    expect(early).toMatchObject({ code: 125, stdout: '' });
    expect(early.stderr).not.toBe('');
    await service.call('DELETE', '/synapse/machines/dead', { token });
    await service.call('DELETE', '/synapse/secrets/DEAD_PASSWORD', { token });
  });

  it('gives both streams and the exit code of the command', async () => {
    const { code, stdout, stderr } = await cli.run('exec', ['local', '--', 'echo out; echo err >&2; exit 37']);
    expect({ code, stdout, stderr }).toEqual({ code: 37, stdout: 'out\n', stderr: 'err\n' });
    expect((await cli.run('exec', ['local', '--', 'printf', '[%s]', "it's", 'a b', '$HOME'])).stdout).toBe(
      "[it's][a b][$HOME]",
    );
    expect((await cli.run('exec', ['local', '-C', '/usr', '--', 'pwd'])).stdout).toBe('/usr\n');
    const entries = (await cli.run('logs', ['--json', '-n', '1'])).json;
    expect(entries).toMatchObject({ source: 'cli', machine: 'local', cwd: '/usr', command_template: 'pwd' });
  });

  it('only looks, if that is wanted', async () => {
    const order = 'grep ^Seccomp: /proc/self/status; echo err >&2; touch /var/tmp/looked 2>&1 || exit 37';
    const { code, stdout, stderr } = await cli.run('look', ['local', '--', order]);
    expect({ code, stderr }).toEqual({ code: 37, stderr: 'err\n' });
    expect(stdout).toMatch(/^Seccomp:\t2\n.*looked/);
    const { json } = await cli.run('look', ['local', '-C', '/usr', '--json', '--', 'pwd']);
    expect(json).toMatchObject({ stdout: '/usr\n', sandbox: expect.any(String) });
    const refused = await cli.run('look', ['local', '--', 'echo {{DB_PASSWORD}}']);
    expect(refused).toMatchObject({ code: 125, stdout: '' });
  });

  it('shows output as it comes', async () => {
    const go = join(cli.home, 'go');
    const child = cli.start('exec', [
      'local',
      '--',
      `echo first; until [ -e ${go} ]; do sleep 0.05; done; echo second`,
    ]);
    let shown = '';
    child.stdout!.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
    });
    // The end of a line may come a moment later: it could have been the beginning of a secret.
    await expect.poll(() => shown).toBe('first\n');
    writeFileSync(go, '');
    expect((await once(child, 'close'))[0]).toBe(0);
    expect(shown).toBe('first\nsecond\n');
  });

  it('carries more than one answer holds', async () => {
    const { code, stdout } = await cli.run('exec', ['local', '--', 'seq 1 60000']);
    expect(code).toBe(0);
    expect(stdout.split('\n').length).toBe(60_001);
  });

  it('cancels on Ctrl-C, and the command dies', async () => {
    const child = cli.start('exec', ['local', '--', 'echo $$; exec sleep 120']);
    const [out] = (await once(child.stdout!, 'data')) as [Buffer];
    child.kill('SIGINT');
    expect((await once(child, 'close'))[0]).toBe(2);
    expect(() => process.kill(Number(out.toString()), 0)).toThrow('ESRCH');
    expect((await cli.run('logs', ['--json', '-n', '1'])).json).toMatchObject({ status: 'cancelled' });
  });

  it('says so when the time is over', async () => {
    const { code, stdout, stderr } = await cli.run('exec', ['local', '-t', '1', '--', 'echo begun; sleep 60']);
    expect({ code, stdout }).toEqual({ code: 124, stdout: 'begun\n' });
    expect(stderr).toBe('Killed after 1 s.\n  `-t 300` gives it more time.\n  `-d` makes it a job, which has a day.\n');
  });

  it('prints what an assistant would get, or all of it as JSON', async () => {
    const command = 'for i in 1 2 3 4 5 6 7 8 9; do echo the very same line again; done';
    const compact = await cli.run('exec', ['local', '--compact', '--', command]);
    expect(compact.stdout.length).toBeLessThan(100);
    expect((await cli.run('exec', ['local', '--json', '--', `${command}; exit 3`])).json).toMatchObject({
      exit_code: 3,
      status: 'done',
      machine: 'local',
    });
  });
});

describe('history', () => {
  it('follows what happens now', async () => {
    const child = cli.start('logs', ['--follow', '--json', '-n', '1']);
    await once(child.stdout!, 'data');
    let heard = '';
    const came = new Promise<void>((done) => {
      child.stdout!.on('data', (chunk: Buffer) => {
        heard += chunk.toString();
        if (heard.includes('a mark to look for')) done();
      });
    });
    await cli.run('exec', ['local', '--', 'echo a mark to look for']);
    await came;
    child.kill('SIGINT');
    expect((await once(child, 'close'))[0]).toBe(0);
    expect((await cli.run('logs', ['--failed', '--json', '-n', '200'])).stdout).not.toContain('"success":true');
  });

  it('lists with a header, below each other, by words and time; each id leads to its entry and its output', async () => {
    await cli.run('exec', ['local', '--', 'echo a mulberry; echo to stderr >&2']);
    const { stdout } = await cli.run('logs', ['--grep', 'mulb', '--since', '1h', '-m', 'local']);
    const [head, line, ...more] = stdout.trimEnd().split('\n') as [string, string, ...string[]];
    expect(more).toEqual([]);
    expect(head.split(/ {2,}/)).toEqual(['EXECUTION', 'WHEN', 'WHO', 'MACHINE', 'CODE', 'TOOK', 'COMMAND']);
    expect(line.indexOf('echo a mulberry')).toBe(head.indexOf('COMMAND'));
    expect(line.indexOf('local')).toBe(head.indexOf('MACHINE'));
    const [id] = line.split(' ') as [string];
    const entry = await cli.run('logs', [id, '--json']);
    expect(entry.json).toMatchObject({
      status: 'done',
      exit_code: 0,
      command_template: expect.stringContaining('mulberry'),
    });
    expect((await cli.run('logs', [id])).stdout).toMatch(/^execution_id +\S{26}$/m);
    const output = await cli.run('output', [id]);
    expect(output).toMatchObject({ code: 0, stdout: 'a mulberry\n', stderr: 'to stderr\n' });
    expect((await cli.run('logs', ['--since', '2099-01-01'])).stdout.trimEnd()).toBe(head);
    expect(await cli.run('logs', ['--since', 'yesterday'])).toMatchObject({ code: 2, stdout: '' });
    expect(await cli.run('output', ['01zzzzzzzzzzz'])).toMatchObject({ code: 1, stdout: '' });
  });

  it('verifies and exports the log', async () => {
    expect(await cli.run('audit verify', ['--json'])).toMatchObject({ code: 0, json: { intact: true } });
    const lines = (await cli.run('audit export')).stdout.trim().split('\n');
    expect(JSON.parse(lines[0]!)).toMatchObject({ source: 'cli' });
    const file = join(cli.home, 'audit.csv');
    expect(await cli.run('audit export', ['--format', 'csv', '-o', file])).toMatchObject({ code: 0, stdout: '' });
    expect(readFileSync(file, 'utf8')).toMatch(/^id,execution_id,/);
    expect(await cli.run('audit export', ['-o', file])).toMatchObject({ code: 1 });
  });

  it('sums up', async () => {
    expect((await cli.run('stats', ['--days', '1', '--by', 'day', '--json'])).json.totals.commands).toBeGreaterThan(5);
    expect((await cli.run('stats')).stdout).toMatch(/commands, \d+ compacted: about \d+ tokens saved/);
  });

  it('shows an administrator the log of everybody, each entry with its user, and nobody else', async () => {
    const eve = await service.newUser('equipage', { role: 'admin' });
    await service.created('/synapse/machines', eve.session, { slug: 'local', kind: 'local' });
    await service.call('POST', '/synapse/exec', {
      token: eve.session,
      body: { machine: 'local', command: 'echo eve’s' },
    });
    const all = await cli.run('logs', ['--all-users', '-n', '200']);
    expect(all.stdout).toMatch(new RegExp(`${eve.username} .*echo eve’s`));
    expect((await cli.run('logs', ['-n', '200'])).stdout).not.toContain('eve’s');
    const member = await service.newUser('pro');
    const other = createCli(service.url);
    await other.run('login', ['-u', member.username, '--password-stdin'], { input: member.password });
    expect(await other.run('logs', ['--all-users'])).toMatchObject({ code: 1, stdout: '' });
    other.remove();
  });
});
