/** What people look for is found inside a sandbox; what cannot be had without a service's socket is explained. */

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { confine, createLocalExecutor, findSandbox, mechanismOf, type SandboxName, shellQuote } from '@synapse/runner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBubblewrap } from '../engines/bubblewrap.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { libraryPath, locate } from '../engines/engines.ts';
import { writeJournal } from '../engines/journal.ts';
import { findSystemd, systemdLibraries } from '../engines/systemd.ts';
import { run } from '../executors/run-command.ts';
import { removeAtEnd } from '../left-behind.ts';
import { type Service, startService } from '../service.ts';
import { SPARE_UID } from '../spare-uid.ts';

const [bubblewrap, systemd] = await Promise.all([locate('bubblewrap', findBubblewrap), locate('systemd', findSystemd)]);
const isRoot = process.getuid?.() === 0;
const ORDINARY = SPARE_UID;
const system = { kernel: 'Linux', processor: process.arch === 'arm64' ? 'aarch64' : 'x86_64' } as const;

/** Also the home of those who look. */
const folder = removeAtEnd(mkdtempSync('/var/tmp/synapse-look-reads-'));
/** A file below /tmp. */
let tmp: string;
beforeAll(() => {
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'app.log'), 'first line\nlast line\n');
  writeFileSync(join(folder, 'private'), 'only its owner\n', { mode: 0o600 });
  mkdirSync(join(folder, '.ssh'));
  mkdirSync(join(folder, '.aws'));
  writeFileSync(join(folder, '.ssh/id_rsa'), 'private half\n');
  writeFileSync(join(folder, '.ssh/id_rsa.pub'), 'public half\n');
  writeFileSync(join(folder, '.ssh/config'), 'Host one\n');
  writeFileSync(join(folder, '.aws/credentials'), 'aws\n');
  symlinkSync(join(folder, '.ssh/id_rsa'), join(folder, 'link'));
  symlinkSync(join(folder, '.aws'), join(folder, 'linked'));
  tmp = join(removeAtEnd(mkdtempSync('/tmp/synapse-look-reads-')), 'there');
  writeFileSync(tmp, 'there\n');
  mkdirSync(join(folder, 'home'), { mode: 0o700 });
  writeFileSync(join(folder, 'home/private'), 'somebody else\n', { mode: 0o600 });
  if (isRoot) for (const path of ['home', 'home/private']) chownSync(join(folder, path), ORDINARY, ORDINARY);
  const git = (...args: string[]) => execFileSync('git', ['-C', join(folder, 'repository'), ...args]);
  mkdirSync(join(folder, 'repository'));
  git('init', '-q');
  git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'first commit');
  for (const key of ['core.fsmonitor', 'core.pager', 'diff.external']) git('config', key, `touch ${folder}/started`);
  git('config', 'alias.log', `!touch ${folder}/started`);
});

interface Read {
  readonly what: string;
  readonly command: string;
  readonly found: string | RegExp;
  /** Landlock gives no place to write to. */
  readonly needsTmp?: true;
}

const READS: readonly Read[] = [
  { what: 'a log', command: 'tail -n 1 "$F/app.log"', found: 'last line' },
  { what: 'what follows in a log', command: 'timeout 0.2 tail -n 1 -f "$F/app.log"', found: 'last line' },
  { what: 'a search in logs', command: 'grep -rn "last" "$F" 2>/dev/null | sort', found: 'app.log:2:last line' },
  { what: 'all processes', command: 'ps -e | wc -l | awk \'{ print ($1 > 5) ? "many" : "few" }\'', found: 'many' },
  { what: 'what a process is', command: 'ps -o pid,user,args -p 1', found: /^\s*1 \S+\s+\S/m },
  { what: 'disks', command: 'df -P /; df -h', found: /%\s+\/\n/ },
  {
    what: 'ports, with processes asked for',
    command: 'LD_LIBRARY_PATH=$LIBRARIES "$F/bubblewrap/bin/ss" -tlnp',
    found: '127.0.0.1:',
  },
  { what: 'a hostile repository', command: 'git -C "$F/repository" --no-pager log --oneline', found: 'first commit' },
  { what: 'its state', command: 'git -C "$F/repository" status --short; echo $?', found: /^0$/m },
  { what: 'one’s own private files', command: 'cat "$F/private"', found: 'only its owner' },
  { what: 'memory and load', command: 'free -m; cat /proc/loadavg; uptime', found: 'load' },
  { what: 'settings of the kernel', command: 'sysctl -n kernel.ostype || cat /proc/sys/kernel/ostype', found: 'Linux' },
  {
    what: 'what is in /tmp, beside what is its own there',
    command: 'cat "$T"; echo mine >"$T" && cat "$T"; echo more >"$T.new" && cat "$T.new"',
    found: /^there\nmine\nmore\n$/,
    needsTmp: true,
  },
  { what: 'what is in /tmp', command: 'cat "$T"', found: /^there\n$/ },
  { what: 'no variable of the login', command: 'printf "%s" "<$SYNAPSE_TEST_SECRET>"', found: /^<>$/ },
  {
    what: 'nothing private beside it',
    command: 'cat "$F/.ssh/id_rsa" "$F/.aws/credentials" "$F/.ssh/id_rsa.pub" "$F/.ssh/config"; echo',
    found: /^public half\nHost one\n\n$/,
  },
  { what: 'nothing private behind a link', command: 'cat "$F/link" "$F/linked/credentials"; echo', found: /^\n$/ },
];
/** As root alone. */
const READS_OF_ROOT: readonly Read[] = [
  { what: 'no password of anybody', command: 'head -c 5 /etc/shadow; echo', found: /^\n$/ },
  { what: 'files of others', command: 'cat "$F/home/private"', found: 'somebody else' },
];

/** Bubblewrap gives root no way to read what others keep to themselves, and before 0.11 no place to write to. */
const ways: readonly (readonly [SandboxName, readonly Read[]])[] = [
  ['bubblewrap', READS.filter(({ needsTmp }) => !needsTmp)],
  ['user-namespaces', [...READS, ...(isRoot ? READS_OF_ROOT : [])]],
  ['landlock', [...READS.filter(({ needsTmp }) => !needsTmp), ...(isRoot ? READS_OF_ROOT : [])]],
];

/** Whether nothing is mounted below `/tmp`, by an engine or anybody else: otherwise nothing can be written there. */
const isPlainTmp = (): boolean =>
  !readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .some((line) => line.split(' ')[4]?.startsWith('/tmp/'));

/** A copy of an engine's programs, because the project may stand below /tmp, which is another one inside. */
async function copyPrograms(root: string, name: string): Promise<string> {
  const copy = join(folder, name);
  for (const part of ['bin', 'lib', 'usr/bin', 'usr/lib']) {
    if (existsSync(join(root, part))) await cp(join(root, part), join(copy, part), { recursive: true });
  }
  return copy;
}

describeEngine(bubblewrap, 'reads', (bin) => {
  beforeAll(() => copyPrograms(join(bin(), '..'), 'bubblewrap'));

  describe.each(ways)('in %s', (name, reads) => {
    const PATH = `${'found' in bubblewrap ? bubblewrap.found : ''}:${process.env.PATH}`;
    const executor = createLocalExecutor({
      environment: { PATH, SYNAPSE_TEST_SECRET: 'of the login', HOME: folder },
    });
    const confined = confine(executor, { mechanism: mechanismOf(name), system }, 'here', () => undefined);
    afterAll(() => executor.close());

    it('is found where programs are slow', async () => {
      const slow = join(folder, `slow-${name}`);
      mkdirSync(slow);
      writeFileSync(join(slow, 'cat'), '#!/bin/sh\nsleep 0.5\nexec /bin/cat "$@"\n', { mode: 0o755 });
      const local = createLocalExecutor({ environment: { PATH: `${slow}:${PATH}`, HOME: folder } });
      const signal = AbortSignal.timeout(180_000);
      const mechanisms = [mechanismOf(name)];
      const found = await findSandbox(local, { container: null, signal, mechanisms });
      expect(found).toMatchObject({ sandbox: name, missing: [] });
      await local.close();
    });

    it.concurrent.each(reads)('$what', async ({ command, found, needsTmp }) => {
      const plainTmp = isPlainTmp();
      const { text, stderr } = await run(
        confined,
        `F=${folder} T=${tmp} LIBRARIES=${libraryPath(join(folder, 'bubblewrap'))}; ${command}`,
      );
      const expected = needsTmp && !(plainTmp && isPlainTmp()) ? /^there\n(?:mine\nmore\n)?$/ : found;
      expect({ text, stderr: stderr.toString() }).toMatchObject({ text: expect.stringMatching(expected) });
      expect(existsSync(join(folder, 'started'))).toBe(false);
      expect([readFileSync(tmp, 'utf8'), existsSync(`${tmp}.new`)]).toEqual(['there\n', false]);
    });
  });

  describeEngine(systemd, 'of systemd', (root) => {
    let service: Service;
    let session: string;
    let path: string;
    beforeAll(async () => {
      mkdirSync(join(folder, 'journal'));
      const [started, programs] = await Promise.all([
        startService({ SYNAPSE_ALLOW_LOCAL: 'all' }),
        copyPrograms(root(), 'systemd'),
        writeJournal(root(), join(folder, 'journal'), ['shop', 'it went wrong']),
      ]);
      service = started;
      session = await service.login();
      const bins = [join(programs, 'bin'), join(programs, 'usr/bin')].join(':');
      path = `export LD_LIBRARY_PATH=${systemdLibraries(programs)} PATH=${bins}:$PATH`;
    });
    afterAll(() => service?.stop());

    it.each([
      ['a folder', '-D "$F/journal"'],
      ['a file', '--file "$F"/journal/*/system.journal'],
    ])('the journal in %s', async (_, where) => {
      const { body } = await service.call<{ stdout: string; stderr: string }>('POST', '/synapse/look', {
        token: session,
        body: { machine: 'local', command: `F=${folder}; ${path}; journalctl ${where} -t shop -o cat` },
      });
      expect(body).toMatchObject({ stdout: 'it went wrong\n', stderr: '' });
    });

    it.each(ways.map(([name]) => name))('the journal of the machine, in %s', async (name) => {
      const { wrap, ...mechanism } = mechanismOf(name);
      // A machine with this journal in its usual place: the same one, with another /run.
      const enter = `mount -t tmpfs tmpfs /run && mkdir -p /run/log/journal && mount --bind ${folder}/journal /run/log/journal`;
      const there = {
        ...mechanism,
        wrap: (argv: readonly string[]) =>
          `unshare --mount sh -c ${shellQuote(`PATH=${bin()}:$PATH; { ${enter}; } </dev/null && ${wrap(argv, system)}`)}`,
      };
      const executor = createLocalExecutor();
      const confined = confine(executor, { mechanism: there, system }, 'here', () => undefined);
      const { text, stderr } = await run(confined, `${path}; journalctl -t shop -o cat`);
      expect({ text, stderr: stderr.toString() }).toMatchObject({ text: expect.stringContaining('it went wrong') });
      await executor.close();
    });

    it.each(['systemctl status', 'systemctl status ssh | head -n 3', 'busctl list'])(
      'says what to do instead of `%s`',
      async (command) => {
        const { body } = await service.call<{ stderr: string; stdout: string }>('POST', '/synapse/look', {
          token: session,
          body: { machine: 'local', command: `${path}; ${command}`, raw: true },
        });
        expect(body.stderr).toMatch(/synapse: a command that only looks reaches no service .*journalctl -u UNIT/);
      },
    );
  });
});
