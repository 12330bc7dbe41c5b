/** What all commands have in common: streams, exit codes, help, suggestions, colour, no questions without a person. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../packages/cli/src/catalogue.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { type Cli, createCli } from './run-cli.ts';

let service: Service;
let cli: Cli;
beforeAll(async () => {
  service = await startService();
  cli = createCli(service.url);
});
afterAll(async () => {
  cli.remove();
  await service.stop();
});

describe('the command itself', () => {
  it('is linked where the person’s own programs are, without root, and goes again', async () => {
    const home = join(cli.home, 'person');
    const bin = join(home, '.local/bin');
    const link = join(bin, 'synapse');
    const env = { HOME: home };
    const first = await cli.run('install-command', [], { env });
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining(link) });
    expect(first.stderr).toMatch(/not in your PATH\. .*export PATH=/);
    const inPath = { ...env, PATH: `${bin}:${cli.env.PATH}` };
    expect(await cli.run('install-command', [], { env: inPath })).toMatchObject({ code: 0, stderr: '' });
    const ran = spawnSync('synapse', ['--version'], {
      env: { ...cli.env, ...inPath },
      cwd: cli.home,
      encoding: 'utf8',
    });
    expect(ran).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    expect(await cli.run('install-command', ['--remove'], { env })).toMatchObject({ code: 0 });
    expect(existsSync(link)).toBe(false);
    // What is not ours stays.
    writeFileSync(link, 'mine');
    expect(await cli.run('install-command', [], { env })).toMatchObject({ code: 1, stdout: '' });
    expect(await cli.run('install-command', ['--remove'], { env })).toMatchObject({ code: 0 });
    expect(readFileSync(link, 'utf8')).toBe('mine');
  });
});

describe('help', () => {
  it('goes to stdout when asked for, to stderr instead of a command', async () => {
    const asked = await cli.run('', ['--help']);
    expect(asked).toMatchObject({ code: 0, stderr: '' });
    for (const { path } of COMMANDS) expect(asked.stdout).toContain(`  ${path.split(' ')[0]}`);
    const forgot = await cli.run('');
    expect(forgot).toMatchObject({ code: 2, stdout: '' });
    expect(forgot.stderr).toContain('Usage: synapse');
  });

  it('is there for any command by name, and is no mistake', async () => {
    const help = await cli.run('help', ['machine', 'add']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toBe((await cli.run('machine add', ['--help'])).stdout);
    expect(await cli.run('help')).toMatchObject({ code: 0, stderr: '' });
    expect(await cli.run('help', ['machine', 'nope'])).toMatchObject({ code: 2, stdout: '' });
  });

  it('has examples for every command', async () => {
    expect(COMMANDS.filter(({ examples }) => examples.length === 0)).toEqual([]);
    const { stdout, code } = await cli.run('machine add', ['--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Examples:\n {2}\$ synapse machine add/);
  });

  it('loads nothing that it does not need', () => {
    const own = ['main', 'program', 'catalogue', 'catalogue/service', 'catalogue/clients', 'call', 'terminal'];
    const start = [...own, 'command-spec', 'api'].map((name) => `packages/cli/src/${name}.ts`);
    // The parts of the contract that are loaded here load nothing themselves.
    const light = ['ai-clients', 'visible-text'];
    for (const file of [...start, ...light.map((name) => `packages/contract/src/${name}.ts`)]) {
      const text = readFileSync(file, 'utf8');
      const loaded = [...text.matchAll(/^import (?!type)[^;]*?from '([^']+)'/gm)].map((match) => match[1]!);
      const heavy = loaded.filter((name) => /zod|contract|clack|jsonc|commands\//.test(name));
      expect(heavy.filter((name) => !light.some((part) => name === `@synapse/contract/${part}`))).toEqual([]);
      if (file.includes('contract')) expect(loaded).toEqual([]);
    }
  });

  it('prints the version', async () => {
    expect(await cli.run('', ['--version'])).toMatchObject({ code: 0, stdout: '0.1.0\n' });
  });
});

describe('exit codes', () => {
  it.each([
    ['machin', [], /Did you mean machine\?/],
    ['secret sett', ['X'], /Did you mean set\?/],
    ['machine add', [], /missing required argument 'slug'/],
    ['logs', ['--limit', 'many'], /whole number/],
    ['machine add', ['x', '--kind', 'cloud'], /Allowed choices are local, ssh, docker, agent/],
    ['login', [], /no terminal to ask on: pass --username/],
    ['token revoke', ['--nope'], /unknown option '--nope'/],
    ['alias suggestions', ['--code', 'abc'], /--code goes with --accept/],
    ['logs', ['-n', '0'], /--limit is 1 to 200/],
    ['quickstart', ['--client', 'cursor', '--project', '/no/such/folder'], /there is no folder/],
  ])('2 for a mistake: %s %j', async (path, args, message) => {
    const { code, stdout, stderr } = await cli.run(path, args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
  });

  it('4 when nobody is signed in, and says how', async () => {
    const { code, stdout, stderr } = await cli.run('whoami');
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toContain(`not signed in to ${service.url}`);
    expect(stderr).toContain('synapse login');
    const wrong = await cli.run('login', ['-u', 'admin', '--password-stdin'], { input: 'wrong' });
    expect(wrong).toMatchObject({ code: 4 });
    expect(wrong.stderr).toMatch(/Lost the password\? .*user set admin --password-stdin.*--offline/);
  });

  it('1 when the service cannot be reached, and says what to do', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => taken.once('listening', done));
    const { port } = taken.address() as { port: number };
    await new Promise((done) => taken.close(done));
    const env = { SYNAPSE_USERNAME: 'admin', SYNAPSE_PASSWORD: 'x' };
    const { code, stderr } = await cli.run('whoami', ['--url', `http://127.0.0.1:${port}`], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/cannot be reached \(ECONNREFUSED\)[\s\S]*synapse serve/);
  });

  it('125 where a command was refused, as JSON with its code where that was asked for', async () => {
    const env = { SYNAPSE_USERNAME: 'admin', SYNAPSE_PASSWORD: ADMIN_PASSWORD };
    const ask = (language: string) =>
      cli.run('exec', ['nowhere', '--json', '--', 'true'], { env: { ...env, SYNAPSE_LANG: language } });
    const { code, stdout, stderr } = await ask('en');
    expect({ code, stdout }).toEqual({ code: 125, stdout: '' });
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: 'machine_not_found',
        message: 'Machine not found',
        hint: expect.stringContaining('synapse machine list'),
      },
    });
    const french = JSON.parse((await ask('fr')).stderr);
    expect(french).toEqual({
      error: {
        code: 'machine_not_found',
        message: 'Machine introuvable',
        hint: '`synapse machine list`, ou la page Machines, montre celles qui existent.',
      },
    });
  });
});

describe('the session', () => {
  it('is a file for its owner alone, and ends at both ends', async () => {
    const input = `${ADMIN_PASSWORD}\n`;
    expect(await cli.run('login', ['-u', 'admin', '--password-stdin'], { input })).toMatchObject({ code: 0 });
    const file = join(cli.home, '.config/synapse/session.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { sessions } = JSON.parse(readFileSync(file, 'utf8')) as { sessions: { access_token: string }[] };
    const { access_token } = sessions[0]!;
    expect((await cli.run('whoami', ['--json'])).json).toMatchObject({ username: 'admin', plan: 'equipage' });

    chmodSync(file, 0o644);
    expect((await cli.run('whoami')).stderr).toMatch(/open to other users[\s\S]*chmod 600/);
    chmodSync(file, 0o600);

    expect(await cli.run('logout')).toMatchObject({ code: 0, stdout: 'Signed out.\n' });
    expect((await service.call('GET', '/auth/me', { token: access_token })).status).toBe(401);
    expect(await cli.run('whoami')).toMatchObject({ code: 4 });
  });

  it('is not sent to another address', async () => {
    await cli.run('login', ['-u', 'admin', '--password-stdin'], { input: ADMIN_PASSWORD });
    const seen: IncomingMessage[] = [];
    const elsewhere = createHttpServer((request, answer) => {
      seen.push(request);
      answer.end('{}');
    });
    await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
    const { port } = elsewhere.address() as AddressInfo;
    expect(await cli.run('whoami', ['--url', `http://127.0.0.1:${port}`])).toMatchObject({ code: 4 });
    elsewhere.close();
    expect(seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([['/healthz', undefined]]);
    await cli.run('logout');
  });
});

describe('colour', () => {
  it('is left out where nobody looks', async () => {
    const env = { SYNAPSE_USERNAME: 'admin', SYNAPSE_PASSWORD: ADMIN_PASSWORD, FORCE_COLOR: '1' };
    expect((await cli.run('machine test', ['local'], { env })).stdout).toBe('local answers.\n');
  });

  it('is there on a terminal, unless NO_COLOR is set', async () => {
    const script = join(cli.home, 'on-a-terminal.sh');
    const env = { SYNAPSE_USERNAME: 'admin', SYNAPSE_PASSWORD: ADMIN_PASSWORD, TERM: 'xterm' };
    writeFileSync(script, `exec "${process.execPath}" packages/cli/bin/synapse.js machine test local\n`);
    const onTerminal = async (more: Record<string, string>) => {
      const { spawn } = await import('node:child_process');
      const child = spawn('script', ['-qec', `sh ${script}`, '/dev/null'], { env: { ...cli.env, ...env, ...more } });
      let out = '';
      child.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString();
      });
      await new Promise((done) => child.on('close', done));
      return out;
    };
    expect(await onTerminal({})).toContain('\x1b[32mlocal answers.');
    expect(await onTerminal({ NO_COLOR: '1' })).not.toContain('\x1b[32m');
  });
});
