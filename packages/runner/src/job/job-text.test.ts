/** What a job leaves on its machine is believed only where nobody else could have put it. */
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMark } from '../execution-mark.ts';
import { killMarked } from '../watchdog.ts';
import { JOB_VARIABLE, jobLine, killJob, newJobSigns, readJob, removeJob, startJob } from './job-text.ts';

const isRoot = process.getuid?.() === 0;
const START = { file: 0, read: 0 };

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'synapse-job-home-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** The text comes on its input, as the service sends it. */
const sh = (text: string, input = '', env: Record<string, string> = {}): string =>
  execFileSync('/bin/sh', ['-c', `IFS= read -r ${JOB_VARIABLE}; eval "$(cat)"`], {
    input: `${input}\n${text}`,
    env: { PATH: process.env.PATH, HOME: home, ...env },
    encoding: 'utf8',
  });

/** As another user would make it, with the numbers of a process of theirs choosing. */
function plant(name: string, pid: number, how: 'open' | 'foreign' | 'link'): string {
  const folder = join(home, name);
  const made = how === 'link' ? mkdtempSync(join(home, 'elsewhere-')) : folder;
  if (how !== 'link') mkdirSync(made);
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const born = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]!;
  writeFileSync(join(made, 'pid'), `${pid} ${born} ${pid} ${born}\n`);
  chmodSync(made, how === 'open' ? 0o755 : 0o700);
  if (how === 'foreign') chownSync(made, 20_000, 20_000);
  if (how === 'link') symlinkSync(made, folder);
  return folder;
}

it.runIf(process.platform === 'linux')(
  'goes on when the command that started it is killed with all its children',
  async () => {
    const signs = newJobSigns('job-outlives');
    const line = jobLine({
      script: 'until [ -e "$HOME/go" ]; do sleep 0.05; done; exit 4',
      secrets: new Map(),
      tag: signs.tag,
    });
    const starter = 'starter-of-a-job';
    sh(startJob(signs, 60), line, { SYNAPSE_EXECUTION: starter });
    const state = () => sh(readJob(signs.name, START, START)).split('\n')[0];
    expect(state()).toBe('state running');
    // As its watchdog does when the instance is gone.
    sh(killMarked({ tag: starter, mark: createMark() }));
    expect(state()).toBe('state running');
    writeFileSync(join(home, 'go'), '');
    await expect.poll(state).toMatch(/^state done 4 /);
    sh(removeJob(signs.name));
  },
);

const ways = isRoot ? (['open', 'foreign', 'link'] as const) : (['open', 'link'] as const);
it.runIf(process.platform === 'linux').each(ways)('a folder that somebody planted (%s) kills nobody', async (how) => {
  const victim = spawn('sleep', ['600'], { stdio: 'ignore' });
  const ended = new Promise((resolve) => victim.once('exit', resolve));
  try {
    const signs = newJobSigns('job-planted');
    const folder = plant(signs.name, victim.pid!, how);
    expect(sh(readJob(signs.name, START, START))).toBe('state gone\n');
    sh(killJob(signs, 'cancel'));
    sh(removeJob(signs.name));
    expect(victim.exitCode ?? victim.signalCode).toBeNull();
    expect(existsSync(`/proc/${victim.pid}`)).toBe(true);
    expect(readFileSync(`/proc/${victim.pid}/stat`, 'utf8')).not.toContain(') Z ');
    expect(readdirSync(folder)).toEqual(['pid']);
  } finally {
    victim.kill('SIGKILL');
    await ended;
  }
});

it.runIf(process.platform === 'linux')('no list of arguments has the name of its folder while it runs', async () => {
  const signs = newJobSigns('job-named');
  const line = jobLine({ script: 'echo begun; read -r x <"$HOME/gate"; exit 3', secrets: new Map(), tag: signs.tag });
  execFileSync('mkfifo', [join(home, 'gate')]);
  sh(startJob(signs, 600), line);
  await expect.poll(() => sh(readJob(signs.name, START, START))).toContain('begun');
  const arguments_ = readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return '';
      }
    });
  expect(arguments_.filter((list) => list.includes(signs.name))).toEqual([]);
  expect(readdirSync(home)).toContain(signs.name);
  writeFileSync(join(home, 'gate'), 'go\n');
  await expect.poll(() => sh(readJob(signs.name, START, START))).toMatch(/^state done 3 /);
  sh(removeJob(signs.name));
  expect(readdirSync(home)).toEqual(['gate']);
});

it.each(['sh', 'auto'] as const)(
  'its command has the umask of the login in %s, its own files are private',
  async (shell) => {
    const signs = newJobSigns(`job-umask-${shell}`);
    const line = jobLine({ script: 'umask; read -r x <"$HOME/gate"', secrets: new Map(), tag: signs.tag });
    execFileSync('mkfifo', [join(home, 'gate')]);
    sh(`umask 027; ${startJob(signs, 600, shell)}`, line);
    await expect.poll(() => sh(readJob(signs.name, START, START))).toContain('0027');
    const folder = join(home, signs.name);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const open = readdirSync(folder).filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0);
    expect(open).toEqual([]);
    writeFileSync(join(home, 'gate'), 'go\n');
    await expect.poll(() => sh(readJob(signs.name, START, START))).toMatch(/^state done 0 /);
    sh(removeJob(signs.name));
  },
);
