/**
 * The agent as a service of its owner's session: a real systemd starts, watches and stops it; a real parser reads
 * launchd's file.
 */
import { execFile } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { launchdPlist } from '../../packages/agent/src/service-files.ts';
import { bundleAgent } from '../../scripts/bundle-agent.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { fetchPackages, libraryPath, locate } from '../engines/engines.ts';
import { nap, sleeping } from '../engines/process-tree.ts';
import { findSystemd, startUserManager, type UserManager } from '../engines/systemd.ts';
import { type Service, startService } from '../service.ts';
import { agentCommand } from './agent-process.ts';
import { newAgentMachine } from './agent-rig.ts';

const PROGRAM = 'packages/agent/dist/synapse-agent.mjs';
const UNIT = 'synapse-agent.service';
const SOON = { timeout: 45_000, interval: 200 };
const run = promisify(execFile);

describeEngine(await locate('systemd', findSystemd), 'under a real systemd', (root) => {
  let manager: UserManager;
  let service: Service;
  let session: string;
  beforeAll(async () => {
    // The file may be read at any time: it is there completely, or not at all.
    await bundleAgent(`${PROGRAM}.${process.pid}`);
    renameSync(`${PROGRAM}.${process.pid}`, PROGRAM);
    manager = await startUserManager(root());
    service = await startService();
    session = await service.login();
  });
  afterAll(async () => {
    await manager?.stop();
    await service?.stop();
  });

  const own = (...args: string[]) => {
    const env = { HOME: manager.home, XDG_CONFIG_HOME: '', PATH: `${manager.bin}:${process.env.PATH}` };
    return agentCommand(args, env, PROGRAM);
  };
  const exec = async (machine: string, command: string, cwd: string, timeout_seconds = 30) => {
    const body = { machine, command, cwd, timeout_seconds };
    return (await service.call('POST', '/synapse/exec', { token: session, body })).body;
  };
  const show = async (property: string) =>
    (await manager.systemctl('show', '--property', property, '--value', UNIT)).trim();

  it('is installed, watched, updated, turned away for good and removed', async () => {
    const odd = join(manager.home, '100% "$HOME" \\n');
    mkdirSync(odd);
    const { slug, code } = await newAgentMachine(service, session, 'watched');
    const args = ['--server', service.url, '--code', code, '--allow-dir', odd];
    expect(await own('install', ...args)).toMatchObject({ code: 0, printed: expect.stringContaining('installed') });
    expect(await show('ActiveState')).toBe('active');
    expect((await manager.systemctl('is-enabled', UNIT)).trim()).toBe('enabled');
    const unit = join(manager.home, '.config/systemd/user', UNIT);
    expect(await run(join(manager.bin, 'systemd-analyze'), ['--user', 'verify', unit])).toEqual({
      stdout: '',
      stderr: '',
    });
    // The directory survived all the quoting: commands may start there, and nowhere else.
    await vi.waitFor(async () => expect(await exec(slug, 'pwd', odd)).toMatchObject({ stdout: `${odd}\n` }), SOON);
    expect(await exec(slug, 'pwd', '/')).toMatchObject({ code: 'agent_refused' });
    // It runs as its owner and can become nobody else.
    expect(await exec(slug, 'grep NoNewPrivs /proc/self/status', odd)).toMatchObject({ stdout: 'NoNewPrivs:\t1\n' });

    const first = await show('MainPID');
    await manager.systemctl('kill', '--signal', 'KILL', UNIT);
    await vi.waitFor(async () => {
      expect(await show('NRestarts')).toBe('1');
      expect(await exec(slug, 'echo back', odd)).toMatchObject({ stdout: 'back\n' });
    }, SOON);
    const second = await show('MainPID');
    expect(second).not.toBe(first);

    expect((await own('update')).printed).toBe('up to date\n');
    appendFileSync(join(manager.home, '.local/share/synapse-agent/synapse-agent.mjs'), '// an older one\n');
    expect((await own('update')).printed).toBe('updated\n');
    await vi.waitFor(async () => expect(await exec(slug, 'echo new', odd)).toMatchObject({ stdout: 'new\n' }), SOON);
    expect(await show('MainPID')).not.toBe(second);

    await service.call('DELETE', `/synapse/machines/${slug}`, { token: session });
    await vi.waitFor(async () => expect(await show('ActiveState')).toBe('failed'), SOON);
    expect([await show('ExecMainStatus'), await show('SubState')]).toEqual(['3', 'failed']);

    expect(await own('uninstall')).toEqual({ code: 0, printed: 'removed\n' });
    expect(await show('LoadState')).toBe('not-found');
    const left = readdirSync(manager.home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(left).toEqual([]);
  });

  it('is stopped with all that it runs when it is removed', async () => {
    const { slug, code } = await newAgentMachine(service, session, 'removed');
    expect(await own('install', '--server', service.url, '--code', code)).toMatchObject({ code: 0 });
    await vi.waitFor(async () => expect(await exec(slug, 'true', '/')).toMatchObject({ success: true }), SOON);
    const mark = join(manager.home, 'mark');
    const running = exec(slug, `echo $$ >${mark}.part; mv ${mark}.part ${mark}; sleep ${nap(1400)}`, '/', 300);
    await vi.waitFor(() => expect(existsSync(mark)).toBe(true), SOON);
    expect(await own('uninstall')).toMatchObject({ code: 0 });
    expect(await sleeping(1400)).toEqual([]);
    // Its caller need not wait for the deadline.
    expect(await running).toMatchObject({ code: 'execution_lost', detail: expect.stringContaining('arrêté') });
    rmSync(mark);
  });
});

describeEngine(
  await locate('plistutil', () => fetchPackages('plist', ['libplist-utils', 'libplist3'])),
  'launchd',
  (root) => {
    const folder = mkdtempSync(join(tmpdir(), 'synapse-launchd-'));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    /** As a property list's own parser understands it: converted to the binary form and back. */
    const parsed = async (file: string): Promise<string[]> => {
      const options = { env: { LD_LIBRARY_PATH: libraryPath(root()) } };
      const convert = (from: string, format: string, to: string) =>
        run(join(root(), 'usr/bin/plistutil'), ['-i', from, '-f', format, '-o', to], options);
      await convert(file, 'bin', `${file}.binary`);
      expect(readFileSync(`${file}.binary`).toString('latin1', 0, 8)).toBe('bplist00');
      await convert(`${file}.binary`, 'xml', `${file}.xml`);
      const text = readFileSync(`${file}.xml`, 'utf8');
      return text
        .slice(text.indexOf('<dict>'))
        .split('\n')
        .map((line) => line.trim());
    };

    it('is told what to start, with what, and where errors go', async () => {
      const file = join(folder, 'made.plist');
      const argv = ['/usr/local/bin/node', '/a/program.mjs', 'run', '--allow-dir', '/srv/<a> & "b"'];
      writeFileSync(file, launchdPlist(argv, { PATH: '/usr/bin:/bin' }, '/home/errors.log'));
      const text = (value: string) => `<string>${value}</string>`;
      expect(await parsed(file)).toEqual([
        '<dict>',
        '<key>Label</key>',
        text('synapse.agent'),
        '<key>ProgramArguments</key>',
        '<array>',
        ...['/usr/local/bin/node', '/a/program.mjs', 'run', '--allow-dir', '/srv/&lt;a&gt; &amp; "b"'].map(text),
        '</array>',
        '<key>EnvironmentVariables</key>',
        '<dict>',
        '<key>PATH</key>',
        text('/usr/bin:/bin'),
        '</dict>',
        '<key>RunAtLoad</key>',
        '<true/>',
        '<key>KeepAlive</key>',
        '<true/>',
        '<key>ThrottleInterval</key>',
        '<integer>60</integer>',
        '<key>StandardErrorPath</key>',
        text('/home/errors.log'),
        '</dict>',
        '</plist>',
        '',
      ]);
    });

    it('is asked to start, to restart and to stop it, by absolute paths', async () => {
      const bin = join(folder, 'bin');
      const calls = join(folder, 'calls');
      mkdirSync(bin);
      writeFileSync(join(bin, 'launchctl'), `#!/bin/sh\necho "$@" >>${calls}\n`);
      chmodSync(join(bin, 'launchctl'), 0o755);
      const script = `
        const { installation } = await import('./packages/agent/src/install.ts');
        const own = installation(${JSON.stringify(join(process.cwd(), 'package.json'))}, 'darwin');
        own.install('/agents/home', ['--home', '/agents/home']);
        if (!own.installed()) process.exit(9);
        own.restart();
        if (process.env.REMOVE) own.uninstall();`;
      const env = { HOME: folder, PATH: `${bin}:${process.env.PATH}`, NODE_EXTRA_CA_CERTS: '' };
      const install = (more: object) =>
        run(process.execPath, ['--input-type=module', '-e', script], { env: { ...env, ...more } });
      await install({});
      const file = join(folder, 'Library/LaunchAgents/synapse.agent.plist');
      const lines = await parsed(file);
      const program = join(folder, '.local/share/synapse-agent/synapse-agent.mjs');
      expect(lines).toContain(`<string>${process.execPath}</string>`);
      expect(lines).toContain(`<string>${program}</string>`);
      expect(lines).toContain('<string>/agents/home/errors.log</string>');
      expect(existsSync(program)).toBe(true);
      await install({ REMOVE: '1' });
      expect([existsSync(file), existsSync(program)]).toEqual([false, false]);
      const domain = `gui/${process.getuid!()}`;
      const twice = [`bootstrap ${domain} ${file}`, `kickstart -k ${domain}/synapse.agent`];
      expect(readFileSync(calls, 'utf8').split('\n')).toEqual([
        ...twice,
        ...twice,
        `bootout ${domain}/synapse.agent`,
        '',
      ]);
    });
  },
);
