/** A command on the service's own host reads nothing of the service, by whatever tool it runs. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_PASSWORD, type Client, createClient } from '../client.ts';
import { killAtEnd, removeAtEnd } from '../left-behind.ts';
import { SERVER_PROGRAM } from '../programs.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';
import { SPARE_UID } from '../spare-uid.ts';
import { attacks, type Prey, readMemory } from './attacks.ts';

const SECRET = 'SECRET-of-the-service';
const root = process.getuid?.() === 0;
/** A number that is nobody's. */
const OTHER = SPARE_UID;

const asOther = ['setpriv', `--reuid=${OTHER}`, `--regid=${OTHER}`, '--clear-groups', '--inh-caps=-all'];
/** As the unit of the package starts it. */
const allowed = '-all,+setuid,+setgid,+kill';
const mayChangeUser = [...asOther.slice(0, -1), `--inh-caps=${allowed}`, `--ambient-caps=${allowed}`];
const canBeOther =
  root &&
  spawnSync(asOther[0]!, [...asOther.slice(1), process.execPath, '-e', `require('fs').readFileSync('package.json')`])
    .status === 0;

/** Linux 6.12, with Landlock switched on. */
const hasDomains =
  spawnSync('perl', ['-e', 'exit(syscall(444, 0, 0, 1) >= 6 ? 0 : 1)']).status === 0 && process.platform === 'linux';

function makePrey(uid: number | null, local = uid): Omit<Prey, 'pid'> & { readonly home: string } {
  const home = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-isolation-')));
  const dataDir = join(home, 'below/data');
  const settings = join(home, '.config/synapse');
  const scratch = join(home, 'scratch');
  const settingFile = join(home, 'password');
  for (const folder of [dataDir, settings, scratch]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const file of [join(dataDir, 'planted'), join(settings, 'session.json')])
    writeFileSync(file, `${SECRET}\n`, { mode: 0o600 });
  writeFileSync(settingFile, `${ADMIN_PASSWORD} ${SECRET}`, { mode: 0o600 });
  const all = [
    home,
    join(home, 'below'),
    dataDir,
    join(home, '.config'),
    settings,
    scratch,
    settingFile,
    join(dataDir, 'planted'),
    join(settings, 'session.json'),
  ];
  if (uid !== null) for (const path of all) chownSync(path, uid, uid);
  if (local !== null) chownSync(scratch, local, local);
  chmodSync(home, 0o755);
  return { home, dataDir, settings, settingFile, scratch };
}

describe.each([
  ...(canBeOther
    ? [
        { who: 'an ordinary user', uid: OTHER, under: asOther },
        { who: 'a user of its own, with another one for commands', uid: OTHER, under: mayChangeUser, local: OTHER + 1 },
      ]
    : []),
  { who: root ? 'root' : 'this user', uid: null, under: [] },
])('a service of $who', ({ uid, under, local }) => {
  let server: ServerProcess;
  let client: Client;
  let prey: Prey;
  let token: string;
  let home: string;

  const run = async (command: string) =>
    (await client.tool(token, 'synapse_exec', { machine: 'local', command, raw: true })).result;
  const stopping: (() => unknown)[] = [];

  beforeAll(async () => {
    const made = makePrey(uid, local);
    home = made.home;
    const env = {
      SYNAPSE_DATA_DIR: made.dataDir,
      SYNAPSE_ADMIN_PASSWORD_FILE: made.settingFile,
      SYNAPSE_SHELL_SECONDS: '60',
      SYNAPSE_METRICS_TOKEN: SECRET,
      SYNAPSE_LIMITS: 'minute=1000',
      HOME: home,
      // As `npm start` leaves it: a folder that commands may write to comes first.
      PATH: `${join(made.scratch, 'bin')}:${process.env.PATH}`,
      ...(local === undefined ? {} : { SYNAPSE_LOCAL_USER: String(local) }),
    };
    server = await startServerProcess(env, under);
    stopping.push(() => server.kill('SIGKILL'));
    client = createClient(server.url);
    prey = { ...made, pid: server.child.pid! };
    token = await client.newToken(await client.login('admin', `${ADMIN_PASSWORD} ${SECRET}`));
  });
  afterAll(async () => {
    await Promise.all(stopping.map((stop) => stop()));
    // Copies of what is hidden are folders that nobody may open.
    spawnSync('chmod', ['-R', 'u+rwX', prey.scratch]);
  });

  it('starts no program that a command has put into its PATH', async () => {
    const mark = join(home, 'scratch/started-outside');
    const planted = `#!/bin/sh\ncat ${join(prey.dataDir, 'planted')} >>${mark} 2>&1\nexec "/usr/bin/\${0##*/}" "$@"\n`;
    const names = ['perl', 'setpriv', 'getent', 'mkfifo', 'sh', 'bwrap', 'env'];
    const put = names.map((name) => `printf %s '${planted}' >"$b/${name}"; chmod 755 "$b/${name}"`).join('; ');
    expect(await run(`b=${join(prey.scratch, 'bin')}; mkdir -p "$b"; ${put}`)).toMatchObject({ exit_code: 0 });
    for (const tool of ['exec', 'look'])
      await client.tool(token, `synapse_${tool}`, { machine: 'local', command: 'echo hello' });
    expect(existsSync(mark) ? readFileSync(mark, 'utf8') : '').not.toContain(SECRET);
    expect(await run(`rm -rf ${join(prey.scratch, 'bin')}`)).toMatchObject({ exit_code: 0 });
  });

  it('stays where it is: nothing is put in place of a folder above it', async () => {
    const below = join(home, 'below');
    const moved = await run(`mv ${below} ${join(home, 'moved')} && mkdir -p ${prey.dataDir}; ls ${home}`);
    expect(moved.stderr).toMatch(/mv: .*(busy|denied|not permitted)/i);
    expect(existsSync(join(prey.dataDir, 'planted'))).toBe(true);
  });

  it.runIf(root && uid === null)('lets nothing tell the kernel which programs to start', async () => {
    for (const file of ['/proc/sys/kernel/core_pattern', '/proc/sys/kernel/modprobe', '/proc/sysrq-trigger']) {
      if (!existsSync(file)) continue;
      // Opened, not written to.
      const { stderr } = await run(`exec 9>>${file} && echo opened >&2`);
      expect(stderr, file).toMatch(/read-only/i);
    }
  });

  it('opens no debugger at a signal, and dumps no memory', async () => {
    await run(`kill -USR1 ${prey.pid}`);
    // Nor does another program of the same user: npm, or whatever else runs on Node.
    const [program, ...args] = [...under, process.execPath, '-e', 'setInterval(() => {}, 1000); console.log("ready")'];
    const other = spawn(program!, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    killAtEnd(other);
    let said = '';
    other.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    await once(other.stdout, 'data');
    const sent = await run(
      [
        `kill -USR1 ${other.pid}`,
        `perl -e 'print "sent\\n" if kill("USR1", ${other.pid})'`,
        `python3 -c 'import fcntl, os; r, w = os.pipe(); fcntl.fcntl(r, fcntl.F_SETSIG, 10); print("set")'`,
        // Other signals are sent as ever.
        `sh -c 'trap "echo got it; exit" USR2; kill -USR2 $$; sleep 60'`,
      ].join('; '),
    );
    // One of another user may name the signal, but not send it there.
    expect(sent.stdout.replace(local === undefined ? '' : 'set\n', '')).toBe('got it\n');
    expect(sent.stderr).toMatch(/not permitted/);
    expect([said, other.exitCode, other.signalCode]).toEqual(['', null, null]);
    expect(await run('echo hello')).toMatchObject({ stdout: 'hello\n' });
    expect(server.stderr()).not.toMatch(/debugger/i);
    // A command of another user cannot send it one.
    if (local !== undefined) return;
    const limits = readFileSync(`/proc/${prey.pid}/limits`, 'utf8');
    expect(/Max core file size +(\S+) +(\S+)/.exec(limits)!.slice(1)).toEqual(['1', '1']);
  });

  it('is out of reach of its commands', async () => {
    for (const [name, command] of Object.entries(attacks(prey))) {
      // Another process of root with fewer privileges leads there on older systems: docs/guides/hardening.md.
      if (root && uid === null && name === 'every other process' && !hasDomains) continue;
      const { stdout, stderr, exit_code } = await run(command);
      expect(exit_code, `${name}: ${stderr}`).not.toBeNull();
      expect(`${stdout}${stderr}`, name).not.toContain(SECRET);
      expect(stdout, name).not.toMatch(/attach 0|^mem |DISK-READ|master\.key|synapse\.db/m);
    }
    expect(existsSync(join(prey.dataDir, 'planted'))).toBe(true);
    const python = (await run('python3 -c ""')).exit_code === 0;
    if (python) expect((await run(readMemory(prey.pid))).stdout).toBe('errno 1\n');
  });

  it.runIf(canBeOther && uid === null && hasDomains)(
    'is out of reach through a process of root that has no capabilities',
    async () => {
      const weak = spawn('setpriv', ['--bounding-set=-all', '--inh-caps=-all', 'sleep', '86400'], { stdio: 'ignore' });
      killAtEnd(weak);
      const capabilities = () => /^CapEff:\s*(\w+)/m.exec(readFileSync(`/proc/${weak.pid}/status`, 'utf8'))?.[1];
      await expect.poll(capabilities).toBe('0'.repeat(16));
      const { stdout, stderr } = await run(
        `cat /proc/${weak.pid}/root${prey.dataDir}/planted; ls /proc/${weak.pid}/cwd/`,
      );
      expect(stdout).toBe('');
      expect(stderr).toMatch(/Permission denied/);
      // It is still seen, and can be ended.
      expect((await run(`ps -o comm= -p ${weak.pid} || cat /proc/${weak.pid}/comm; kill ${weak.pid}`)).stdout).toBe(
        'sleep\n',
      );
      if (weak.exitCode === null && weak.signalCode === null) await once(weak, 'exit');
      expect(weak.signalCode).toBe('SIGTERM');
    },
  );

  it('is out of reach of the file tools, of jobs and of looking', async () => {
    for (const path of [
      `${prey.dataDir}/planted`,
      `${prey.settings}/session.json`,
      prey.settingFile,
      `/proc/${prey.pid}/environ`,
    ]) {
      const read = await client.tool(token, 'synapse_read_file', { machine: 'local', path });
      expect(read.text, path).not.toContain(SECRET);
      const looked = await client.tool(token, 'synapse_look', { machine: 'local', command: `cat ${path}` });
      expect(looked.text, path).not.toContain(SECRET);
    }
    const path = `${prey.dataDir}/planted`;
    const written = await client.tool(token, 'synapse_write_file', { machine: 'local', path, text: 'overwritten' });
    expect(written.isError).toBe(true);
    const command = `cat ${path} ${prey.settings}/session.json /proc/${prey.pid}/environ; echo over`;
    const job = await client.tool(token, 'synapse_exec', { machine: 'local', command, detach: true });
    const { execution_id } = job.result;
    let ended = job;
    while (ended.result.status === 'running') {
      ended = await client.tool(token, 'synapse_get_execution', { execution_id, wait_seconds: 20 });
    }
    expect(ended.result.stdout).toContain('over');
    expect(ended.text).not.toContain(SECRET);
  });

  it('leaves commands as they were', async () => {
    const facts = await run(
      `id -u; id -g; pwd; echo $$; echo "$HOME"; cat /proc/self/cgroup | wc -l; [ -w /tmp ] && echo tmp`,
    );
    const [user, group, cwd] = facts.stdout.split('\n');
    expect([user, group, cwd]).toEqual([
      String(local ?? uid ?? process.getuid?.()),
      String(local ?? uid ?? process.getgid?.()),
      '/',
    ]);
    expect(facts.stdout).toContain('tmp');
    const shared = await run(
      `echo shared >${prey.scratch}/shared; mkdir ${prey.scratch}/d && cd ${prey.scratch}/d && pwd`,
    );
    expect(shared.stdout).toBe(`${prey.scratch}/d\n`);
    expect(existsSync(join(prey.scratch, 'shared'))).toBe(true);
    expect((await run('ls -l /proc/self/fd')).stdout).not.toMatch(/(?:mnt|user):\[/);
    const program = await run(`touch ${SERVER_PROGRAM}`);
    expect(program.exit_code).not.toBe(0);
  });
});
