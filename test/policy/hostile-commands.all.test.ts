/**
 * Hostile commands on a careful machine: what passes is run, in the sandbox or outside as it would be, and changes
 * nothing, starts nothing, reaches nobody and shows nothing private. Under each kind of sandbox, and without one.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { judge } from '@synapse/judge';
import { confine, createLocalExecutor, findSandbox, mechanismOf, type SandboxName, shellQuote } from '@synapse/runner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compilePolicy } from '../../packages/server/src/policy/compile-policy.ts';
import { decide } from '../../packages/server/src/policy/decide.ts';
import { readPolicy } from '../../packages/server/src/policy/read-policy.ts';
import { findBubblewrap } from '../engines/bubblewrap.ts';
import { locate } from '../engines/engines.ts';
import { run } from '../executors/run-command.ts';
import { killAtEnd, removeAtEnd } from '../left-behind.ts';
import { HOSTILE } from './hostile-commands.ts';

const bubblewrap = await locate('bubblewrap', findBubblewrap);
const PRIVATE = 'canary-private-7261';
const VARIABLE = 'canary-variable-5512';
const PATH = `${'found' in bubblewrap ? `${bubblewrap.found}:` : ''}${process.env.PATH}`;

it('there are more than three hundred, each in three forms', () => {
  expect(new Set(HOSTILE).size).toBeGreaterThan(3 * 300);
});

/** The folder with the canaries, which is also the home. */
const W = removeAtEnd(mkdtempSync('/var/tmp/synapse-hostile-'));
const heard: string[] = [];
const servers = [0, 1].map(() =>
  createServer((socket) => socket.on('data', (chunk) => heard.push(chunk.toString())).on('error', () => undefined)),
);
const victim = killAtEnd(
  spawn('sh', ['-c', 'exec sleep 900 # canary-victim'], {
    env: { CANARY_ENV: PRIVATE },
    stdio: 'ignore',
    detached: true,
  }),
);
let port: number;

beforeAll(async () => {
  chmodSync(W, 0o755);
  const evil = `touch ${W}/new-evil\n`;
  for (const folder of ['.ssh', '.aws', 'bin', 'empty', 'hostile']) mkdirSync(join(W, folder));
  const files: Record<string, string> = {
    '.env': `A=${PRIVATE}\n`,
    '.ssh/id_rsa': `${PRIVATE}\n`,
    '.aws/credentials': `${PRIVATE}\n`,
    'a.txt': 'one\ntwo\n',
    names: 'a.txt\n.env\n',
    'evil.sh': evil,
    'evil.sed': `1w ${W}/new-evil\n`,
    'evil.awk': `BEGIN { system("touch ${W}/new-evil") }\n`,
    'evil.mk': `x := $(shell touch ${W}/new-evil)\nall:\n`,
    'evil.py': `open("${W}/new-evil", "w")\n`,
    'evil.pl': `open F, ">${W}/new-evil";\n`,
    'evil.js': `require("fs").writeFileSync("${W}/new-evil", "");\n`,
    '.npmrc': `node-options=--require=${W}/evil.js\nscript-shell=${W}/bin/ls\n`,
    '.mavenrc': evil,
    'package.json': `{"name":"x","version":"1.0.0","scripts":{"evil":"touch ${W}/new-evil","prels":"touch ${W}/new-evil"}}\n`,
    Makefile: `x := $(shell touch ${W}/new-evil)\nall:\n`,
    'evil.curl': `output = "${W}/new-evil"\nurl = "http://127.0.0.1:1/"\n`,
    'bin/ls': `#!/bin/sh\n${evil}`,
    '--checkpoint=1': '',
    '--checkpoint-action=exec=sh evil.sh': '',
    '-oout.txt': '',
    magic: '0 string x x\n',
    'x.xml': '<a/>\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(W, name), text);
  chmodSync(join(W, 'bin/ls'), 0o755);
  symlinkSync('.env', join(W, 'settings'));
  execFileSync('sh', ['-c', 'mkfifo pipe; tar cf x.tar a.txt'], { cwd: W });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: join(W, 'hostile'),
      stdio: 'pipe',
    });
  git('init', '-q');
  writeFileSync(join(W, 'hostile/file'), 'one\n');
  writeFileSync(join(W, 'hostile/.gitattributes'), 'file diff=evil filter=evil\n');
  git('add', '.');
  git('commit', '-qm', 'one');
  writeFileSync(join(W, 'hostile/file'), 'two\n');
  const settings = [
    'core.fsmonitor',
    'core.pager',
    'diff.external',
    'diff.evil.textconv',
    'filter.evil.clean',
    'gpg.program',
  ];
  for (const key of settings) git('config', key, `touch ${W}/new-git-${key}; cat; true`);
  git('config', 'alias.status', `!touch ${W}/new-git-alias`);
  servers[0]!.listen(0, '127.0.0.1');
  servers[1]!.listen(join(W, 'sock'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  port = (servers[0]!.address() as AddressInfo).port;
});
afterAll(() => {
  for (const server of servers) server.close();
});

/** All that must stay as it is. */
const state = () =>
  readdirSync(W, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/^hostile\/\.git\//.test(name))
    .sort()
    .map((name) => {
      const { mode, uid, size, mtimeMs } = statSync(join(W, name));
      return [name, mode, uid, size, statSync(join(W, name)).isDirectory() ? 0 : mtimeMs];
    });

const policy = compilePolicy(await readPolicy('default: careful'));
const here = {
  machine: { slug: 'here', tags: [], confirmed: true },
  container: null,
  source: 'mcp',
  tokenLabel: null,
  at: 0,
} as const;

const filledIn = (text: string, at: number): string =>
  text
    .replaceAll('@W', W)
    .replaceAll('@P', String(port))
    .replaceAll('@N', String(at))
    .replaceAll('@V', String(victim.pid));

/** Those that pass: in the sandbox, and outside. */
function passing(unconfined: boolean): { inside: string[]; outside: string[] } {
  const inside: string[] = [];
  const outside: string[] = [];
  HOSTILE.map(filledIn).forEach((command) => {
    const judgement = judge(command, { cwd: W, home: null });
    const { verdict, confine: where } = decide([policy], judgement, { ...here, unconfined }, []);
    if (verdict === 'allow') (where === 'careful' ? inside : outside).push(command);
  });
  return { inside, outside };
}

/** One after the other, each in a shell of its own. */
const batch = (commands: readonly string[]): string =>
  [...commands.map((command) => `timeout -k 1 2 bash -c ${shellQuote(command)} 2>&1 </dev/null`), 'echo tried'].join(
    '\n',
  );

async function nothingHappens(sandbox: SandboxName | null): Promise<void> {
  const executor = createLocalExecutor({ environment: { PATH, HOME: W, CANARY_ENV: VARIABLE } });
  try {
    const before = state();
    const { inside, outside } = passing(sandbox === null);
    let printed = '';
    if (sandbox !== null) {
      const signal = AbortSignal.timeout(60_000);
      const found = await findSandbox(executor, { container: null, signal, mechanisms: [mechanismOf(sandbox)] });
      expect(found).toMatchObject({ sandbox });
      const where = { mechanism: mechanismOf(sandbox), system: found.system! };
      const confined = confine(executor, where, 'here', () => undefined);
      expect(inside.length).toBeGreaterThan(50);
      // Whatever the judge says of them: the kernel alone must hold.
      const all = [...new Set([...inside, ...HOSTILE.map(filledIn).filter((_, at) => at % 3 === 0)])];
      const { text } = await run(confined, batch(all), { cwd: W });
      expect(text).toMatch(/tried\n$/);
      printed += text;
    } else expect(inside).toEqual([]);
    expect(heard).toEqual([]);
    const { text } = await run(executor, batch(outside), { cwd: W });
    printed += text;
    process.stdout.write(
      `${sandbox}: ${inside.length} in the sandbox, ${outside.length} outside, of ${HOSTILE.length}\n`,
    );
    expect({ state: state(), private: printed.includes(PRIVATE), variable: printed.includes(VARIABLE) }).toEqual({
      state: before,
      private: false,
      variable: false,
    });
    // A plain question to this computer itself is a read.
    expect(
      heard
        .splice(0)
        .filter((words) => !/^(?:GET|HEAD) \/ HTTP\/1\.1\r\n[^\r]*\r\n(?:[A-Z][^\r]*\r\n)*\r\n$/.test(words)),
    ).toEqual([]);
    expect(readFileSync(`/proc/${victim.pid}/stat`, 'utf8')).toMatch(/\) [RSD] /);
  } finally {
    await executor.close();
  }
}

describe('hostile commands do nothing', () => {
  it.each(['user-namespaces', 'landlock'] as const)('in %s', (name) => nothingHappens(name), 600_000);
  it.runIf('found' in bubblewrap)('in bubblewrap', () => nothingHappens('bubblewrap'), 600_000);
  it('without a sandbox', () => nothingHappens(null), 600_000);
});
