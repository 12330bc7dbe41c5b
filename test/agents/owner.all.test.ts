/** What the owner of a computer does with the agent: paste a line, limit it, pause it, install, update, remove it. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bundleAgent } from '../../scripts/bundle-agent.ts';
import { removeAtEnd } from '../left-behind.ts';
import { type Service, startService } from '../service.ts';
import { agentCommand, startAgent } from './agent-process.ts';
import { newAgentMachine } from './agent-rig.ts';

const PROGRAM = 'packages/agent/dist/synapse-agent.mjs';
const shell = promisify(execFile);

describe('the owner of a computer', () => {
  let service: Service;
  let session: string;
  const folder = mkdtempSync(join(tmpdir(), 'synapse-owner-'));
  beforeAll(async () => {
    // The file may be read at any time: it is there completely, or not at all.
    await bundleAgent(`${PROGRAM}.${process.pid}`);
    renameSync(`${PROGRAM}.${process.pid}`, PROGRAM);
    service = await startService();
    session = await service.login();
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const exec = async (machine: string, command: string, cwd = '/') =>
    (await service.call('POST', '/synapse/exec', { token: session, body: { machine, command, cwd } })).body;

  it('pastes one line: downloaded, held against its checksum, enrolled, running', async () => {
    const { slug, command } = await newAgentMachine(service, session, 'pasted');
    const sum = await service.call<string>('GET', '/agent/synapse-agent.mjs.sha256');
    const expected = createHash('sha256').update(readFileSync(PROGRAM)).digest('hex');
    expect(sum.body).toBe(`${expected}  synapse-agent.mjs\n`);
    expect(command).toContain(`grep -q ^${expected}`);
    const home = join(folder, 'pasted');
    mkdirSync(home);
    const env = {
      ...process.env,
      HOME: home,
      XDG_CONFIG_HOME: '',
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    };
    const pasted = shell('sh', ['-c', `exec 2>&1; ${command}`], { cwd: home, env, killSignal: 'SIGTERM' });
    await vi.waitFor(async () => expect((await exec(slug, 'echo here')).stdout).toBe('here\n'), 45_000);
    expect(readFileSync(join(home, 'synapse-agent.mjs'))).toEqual(readFileSync(PROGRAM));
    const kept = join(home, '.config/synapse-agent');
    expect(statSync(join(kept, 'identity.json')).mode & 0o777).toBe(0o600);
    expect(statSync(kept).mode & 0o777).toBe(0o700);
    const status = await agentCommand(['status'], { HOME: home, XDG_CONFIG_HOME: '' }, PROGRAM);
    expect(status.printed).toMatch(/machine {4}pasted on http.*\nrunning {4}yes .*\nconnected {2}yes/);
    process.kill(Number(/process (\d+)/.exec(status.printed)![1]), 'SIGTERM');
    expect((await pasted).stdout).toContain('enrolled as "pasted"');
    expect((await agentCommand(['status'], { HOME: home, XDG_CONFIG_HOME: '' }, PROGRAM)).printed).toMatch(
      /running {4}no\n.*\ninstalled {2}no\n/,
    );
  });

  it('limits what may be run, pauses all of it, and reads what was run', async () => {
    // A sandbox has a /tmp and a /dev of its own.
    const allowed = removeAtEnd(mkdtempSync('/var/tmp/synapse-allowed-'));
    const { slug, code } = await newAgentMachine(service, session, 'limited');
    const flags = ['--allow-dir', allowed, '--read-only-commands'];
    const agent = startAgent({ url: service.url, code, flags, program: PROGRAM });
    await agent.says('connected to');
    expect(await exec(slug, 'pwd', allowed)).toMatchObject({ success: true, stdout: `${allowed}\n` });
    expect(await exec(slug, 'pwd', '/')).toMatchObject({ status: 403, code: 'agent_refused' });
    const refused = await exec(slug, `touch ${allowed}/x`, allowed);
    expect(refused).toMatchObject({ status: 403, code: 'agent_refused' });
    expect(refused.detail).toMatch(/lecture/);
    expect(existsSync(`${allowed}/x`)).toBe(false);
    expect((await agentCommand(['pause', '--home', agent.home], {}, PROGRAM)).printed).toContain('paused');
    expect(await exec(slug, 'pwd', allowed)).toMatchObject({
      code: 'agent_refused',
      detail: expect.stringMatching(/pause/),
    });
    expect((await agentCommand(['resume', '--home', agent.home], {}, PROGRAM)).code).toBe(0);
    expect(await exec(slug, 'pwd', allowed)).toMatchObject({ success: true });
    const log = agent.log().filter(({ event }) => event === 'command');
    expect(log.map(({ script, kind }) => [script, kind])).toEqual([
      ['pwd', 'exited'],
      ['pwd', 'refused'],
      [`touch ${allowed}/x`, 'refused'],
      ['pwd', 'refused'],
      ['pwd', 'exited'],
    ]);
    await agent.stop();
  });

  it('installs it for the session, updates it and removes it without a trace', async () => {
    const home = join(folder, 'installed');
    const bin = join(folder, 'bin');
    const calls = join(folder, 'calls');
    for (const made of [home, bin]) mkdirSync(made);
    writeFileSync(join(bin, 'systemctl'), `#!/bin/sh\necho "$@" >>${calls}\n`, { mode: 0o755 });
    const env = { HOME: home, XDG_CONFIG_HOME: '', PATH: `${bin}:${process.env.PATH}` };
    const { code } = await newAgentMachine(service, session, 'installed');
    const program = join(folder, 'downloaded.mjs');
    writeFileSync(program, readFileSync(PROGRAM));
    const own = (...args: string[]) => agentCommand(args, env, program);
    const flags = ['--allow-dir', '/srv/100% "$x"', '--container-only'];
    const installed = await own('install', '--server', service.url, '--code', code, ...flags);
    expect(installed).toMatchObject({ code: 0, printed: expect.stringContaining('installed') });
    const unit = readFileSync(join(home, '.config/systemd/user/synapse-agent.service'), 'utf8');
    const copy = join(home, '.local/share/synapse-agent/synapse-agent.mjs');
    expect(unit).toContain(`ExecStart="${process.execPath}" "${copy}" "run" "--home" "${home}/.config/synapse-agent"`);
    expect(unit).toContain('"--allow-dir" "/srv/100%% \\"$$x\\"" "--container-only"');
    expect(unit).not.toContain(code);
    expect(existsSync(copy)).toBe(true);
    expect((await own('status')).printed).toContain('installed  yes');

    expect((await own('update')).printed).toBe('up to date\n');
    appendFileSync(copy, '// an older one\n');
    expect((await own('update')).printed).toBe('updated\n');
    expect(readFileSync(copy)).toEqual(readFileSync(PROGRAM));

    expect((await own('uninstall')).printed).toBe('removed\n');
    expect(readFileSync(calls, 'utf8').split('\n')).toEqual([
      '--user daemon-reload',
      '--user enable --now synapse-agent.service',
      '--user restart synapse-agent.service',
      '--user disable --now synapse-agent.service',
      '--user daemon-reload',
      '',
    ]);
    const left = await shell('find', [home, '-type', 'f']);
    expect(left.stdout).toBe('');
  });

  it('is not given a program that does not match its checksum', async () => {
    const tampered = createServer((request, response) => {
      response.end(request.url!.endsWith('.sha256') ? `${'0'.repeat(64)}  synapse-agent.mjs\n` : 'process.exit(0)');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => tampered.once('listening', resolve));
    const server = `http://127.0.0.1:${(tampered.address() as AddressInfo).port}`;
    const home = join(folder, 'tampered');
    mkdirSync(home);
    writeFileSync(join(home, 'identity.json'), JSON.stringify({ server, machine_id: 'x', slug: 'x', private_key: '' }));
    const program = join(folder, 'mine.mjs');
    writeFileSync(program, readFileSync(PROGRAM));
    const { code, printed } = await agentCommand(['update', '--home', home], { HOME: home }, program);
    expect([code, printed]).toEqual([1, 'the program does not match its checksum; nothing was changed\n']);
    expect(readFileSync(program)).toEqual(readFileSync(PROGRAM));
    tampered.close();
  });

  it('is told what is wrong with an address, a code, a word', async () => {
    const home = join(folder, 'nobody');
    const tries: [string[], number, string][] = [
      [['run', '--home', home], 3, 'not enrolled'],
      [['enrol', '--home', home, '--server', 'http://example.org', '--code', 'x'], 1, 'is not encrypted'],
      [['enrol', '--home', home, '--server', 'ftp://x', '--code', 'x'], 1, 'is not the address'],
      [['enrol', '--home', home, '--server', service.url, '--code', 'x'], 1, 'does not know this code'],
      [['enrol', '--home', home, '--code', 'x'], 1, '--code needs --server'],
      [['fly', '--home', home], 1, 'no such command'],
      [['run', '--nonsense'], 1, 'nonsense'],
      [['--help'], 0, '--allow-dir'],
    ];
    const answers = await Promise.all(tries.map(([args]) => agentCommand(args, {}, PROGRAM)));
    expect(answers.map(({ code }) => code)).toEqual(tries.map(([, code]) => code));
    for (const [index, { printed }] of answers.entries()) expect(printed).toContain(tries[index]![2]);
  });
});
