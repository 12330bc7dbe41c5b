/** The text of jobs on real targets: started, read, killed and removed on the host, over ssh and in containers. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createLocalExecutor,
  type Executor,
  JOB_READ_BYTES,
  JOB_VARIABLE,
  type JobSigns,
  type JobState,
  jobLine,
  killJob,
  newJobSigns,
  readAnswer,
  readJob,
  removeJob,
  SecretValue,
  startJob,
} from '@synapse/runner';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDockerExecutor } from '../../packages/server/src/executors/docker/executor.ts';
import { createSshExecutor } from '../../packages/server/src/executors/ssh/executor.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { type Dockerd, findDockerd, startDockerd } from '../engines/dockerd.ts';
import { locate } from '../engines/engines.ts';
import { pidsWithArgument, pidsWithEnvironment } from '../engines/process-tree.ts';
import { locateSshd, type Sshd, startSshd } from '../engines/sshd.ts';
import { type CommandOptions, run } from '../executors/run-command.ts';
import { sshOptions } from '../executors/ssh-rig.ts';
import { removeAtEnd } from '../left-behind.ts';

const SECRET = `it's "s3cret" $(id)\nof two lines`;

interface Target {
  readonly executor: Executor;
  readonly on?: CommandOptions;
  /** Where its folder is, seen from here; null: it cannot be seen. */
  readonly home: string | null;
}

interface Read {
  readonly state: JobState;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly gaps: number[];
}

async function begin({ executor, on = {} }: Target, script: string, seconds = 60): Promise<JobSigns> {
  const signs = newJobSigns(`job-${randomUUID()}`);
  const line = jobLine({ script, tag: signs.tag, secrets: new Map([['__s', new SecretValue(SECRET)]]) });
  const { outcome } = await run(executor, startJob(signs, seconds), { ...on, secrets: { [JOB_VARIABLE]: line } });
  expect(outcome).toEqual({ kind: 'exited', exitCode: 0 });
  return signs;
}

/** Reads it from its beginning until `enough`, by default until it has ended. */
async function read(
  { executor, on = {} }: Target,
  { name }: JobSigns,
  enough: (so: Read) => boolean = ({ state }) => state.kind !== 'running',
): Promise<Read> {
  let places = { stdout: { file: 0, read: 0 }, stderr: { file: 0, read: 0 } };
  const so = {
    state: { kind: 'running' } as JobState,
    stdout: Buffer.alloc(0),
    stderr: Buffer.alloc(0),
    gaps: [] as number[],
  };
  for (;;) {
    const printed = (await run(executor, readJob(name, places.stdout, places.stderr), on)).stdout;
    const answer = readAnswer(printed, places, JOB_READ_BYTES);
    if (answer === null) throw new Error(`no answer: ${printed.subarray(0, 200)}`);
    const { state, stdout, stderr } = answer;
    places = { stdout: stdout.next, stderr: stderr.next };
    if (stdout.after !== undefined) so.gaps.push(stdout.after);
    Object.assign(so, { state, stdout: Buffer.concat([so.stdout, stdout.bytes]) });
    so.stderr = Buffer.concat([so.stderr, stderr.bytes]);
    if (stdout.more || stderr.more) continue;
    if (enough(so)) return so;
    await sleep(100);
  }
}

/** Without reading what it has printed. */
const stateOf = async ({ executor }: Target, { name }: JobSigns): Promise<JobState | undefined> => {
  const nowhere = { file: 1_000_000, read: 0 };
  const { stdout } = await run(executor, readJob(name, nowhere, nowhere));
  return readAnswer(stdout, { stdout: nowhere, stderr: nowhere }, JOB_READ_BYTES)?.state;
};

const remove = async ({ executor, on = {} }: Target, { name }: JobSigns) =>
  void (await run(executor, removeJob(name), on));

function describeTarget(title: string, target: () => Target): void {
  describe(`jobs: ${title}`, () => {
    it('print every byte once, tell their own exit code and time, and leave nothing', async () => {
      const script = 'printf "%s" "$__s" | wc -l; echo "$# $0"; cat; seq 1 200000; echo wrong >&2; sleep 1; exit 7';
      const signs = await begin(target(), script);
      const { home } = target();
      if (home !== null) {
        const [folder] = readdirSync(home).filter((one) => one === signs.name);
        expect(statSync(join(home, folder!)).mode & 0o777).toBe(0o700);
      }
      const { state, stdout, stderr } = await read(target(), signs);
      expect(state).toMatchObject({ kind: 'ended', why: 'done', exitCode: 7 });
      expect((state as { durationMs: number }).durationMs).toBeGreaterThanOrEqual(1_000);
      const numbers = Array.from({ length: 200_000 }, (_, n) => `${n + 1}\n`).join('');
      expect(stdout.toString().replace(/^1\n0 \S*sh\n/, '')).toBe(numbers);
      expect(stderr.toString()).toBe('wrong\n');
      // Asked again from the beginning, it says the same.
      expect((await read(target(), signs)).stdout.equals(stdout)).toBe(true);
      await remove(target(), signs);
      expect((await read(target(), signs)).state).toEqual({ kind: 'gone' });
      if (home !== null) expect(readdirSync(home)).not.toContain(signs.name);
      await vi.waitFor(async () => expect(await pidsWithArgument(signs.name)).toEqual([]), 45_000);
    });

    it('die as a whole when they are stopped, and at their deadline by themselves', async () => {
      const script = 'env -i sleep 1234 & (setsid sleep 1234 &) ; echo ready; sleep 1234';
      const ready = ({ stdout }: Read) => stdout.toString() === 'ready\n';
      const stopped = await begin(target(), script);
      await read(target(), stopped, ready);
      const begun = Date.now();
      await run(target().executor, killJob(stopped, 'cancel'), target().on);
      expect((await read(target(), stopped)).state).toMatchObject({ kind: 'ended', why: 'cancelled', exitCode: 137 });
      expect(Date.now() - begun).toBeLessThan(45_000);
      await vi.waitFor(async () => expect(await pidsWithEnvironment(stopped.tag)).toEqual([]), 45_000);
      await remove(target(), stopped);

      const late = await begin(target(), script, 2);
      expect((await read(target(), late)).state).toMatchObject({ kind: 'ended', why: 'timeout', exitCode: 137 });
      await vi.waitFor(async () => expect(await pidsWithEnvironment(late.tag)).toEqual([]), 45_000);
      await remove(target(), late);
    });
  });
}

describe('on the host', () => {
  const home = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-jobs-')));
  const executor = createLocalExecutor({ environment: { HOME: home } });
  const target = { executor, home };
  afterAll(() => executor.close());
  describeTarget('local', () => target);

  it('keep a secret out of arguments, environments and files', async () => {
    const signs = await begin(target, 'echo ready; sleep 3; printf %s "$__s" >/dev/null');
    await read(target, signs, ({ stdout }) => stdout.length > 0);
    expect(await pidsWithEnvironment('s3cret')).toEqual([]);
    expect((await pidsWithArgument('s3cret')).filter((pid) => pid !== process.pid)).toEqual([]);
    const { text } = await run(executor, `grep -rl s3cret ${home} || echo nothing`);
    expect(text).toBe('nothing\n');
    await run(executor, killJob(signs, 'cancel'));
    await remove(target, signs);
  });

  it('keep the beginning and the end of what is too long, and tell how much is missing', async () => {
    const signs = await begin(target, 'head -c 60000000 /dev/zero | tr "\\0" x; echo end');
    await expect.poll(() => stateOf(target, signs)).toMatchObject({ kind: 'ended' });
    const { stdout, gaps } = await read(target, signs);
    expect(gaps).toHaveLength(1);
    expect(stdout.length).toBeLessThan(50_000_000);
    expect(stdout.length).toBeGreaterThan(16_000_000);
    expect(stdout.subarray(-5).toString()).toBe('xend\n');
    await remove(target, signs);
  });

  it('do not wait for a child in the background, which is left alone', async () => {
    const go = join(home, 'go');
    const signs = await begin(target, `(until [ -e ${go} ]; do sleep 0.1; done; echo late) & echo now`);
    const { state, stdout } = await read(target, signs);
    expect({ state, text: stdout.toString() }).toMatchObject({ state: { why: 'done', exitCode: 0 }, text: 'now\n' });
    await remove(target, signs);
    // One of its short sleeps is seen sooner or later.
    await expect.poll(() => pidsWithEnvironment(signs.tag), { interval: 10 }).not.toEqual([]);
    writeFileSync(go, '');
    await expect.poll(() => pidsWithEnvironment(signs.tag)).toEqual([]);
  });

  it('are told to be dead when their supervisor was killed, and gone when there is no trace', async () => {
    const signs = await begin(target, 'sleep 1234');
    const [supervisor] = (await run(executor, `cat ${home}/${signs.name}/pid`)).text.split(' ');
    process.kill(Number(supervisor), 'SIGKILL');
    await expect.poll(async () => (await read(target, signs, () => true)).state).toEqual({ kind: 'dead' });
    await run(executor, killJob(signs, 'cancel'));
    await expect.poll(() => pidsWithEnvironment(signs.tag)).toEqual([]);
    await run(executor, `echo another >${home}/${signs.name}/boot`);
    expect((await read(target, signs, () => true)).state).toEqual({ kind: 'rebooted' });
    await remove(target, signs);
    expect((await read(target, signs, () => true)).state).toEqual({ kind: 'gone' });
  });
});

const sshdLocated = await locateSshd();
describeEngine(sshdLocated, 'over ssh', (program) => {
  let sshd: Sshd;
  let executor: Executor;
  beforeAll(async () => {
    sshd = await startSshd(program());
    executor = createSshExecutor(sshOptions(sshd, 'tester'));
  });
  afterAll(async () => {
    await executor?.close();
    await sshd?.stop();
  });
  describeTarget('ssh, no administrator', () => ({ executor, home: sshd.home('tester') }));
});

const dockerd = await locate('docker', findDockerd);
describeEngine(dockerd, 'in containers', (root) => {
  let engine: Dockerd;
  let [outside, inside] = [null as Executor | null, null as Executor | null];
  beforeAll(async () => {
    engine = await startDockerd(root());
    await engine.startContainer('work');
    outside = createLocalExecutor({ environment: { PATH: `${engine.bin}:/usr/sbin:/usr/bin:/sbin:/bin` } });
    inside = createDockerExecutor({ connection: { socket: engine.socket } });
  });
  afterAll(async () => {
    await Promise.all([outside?.close(), inside?.close()]);
    await engine?.stop();
  });
  const on = { container: 'work' };
  describeTarget('a container by the program of its host', () => ({ executor: outside!, on, home: null }));
  describeTarget('a container by its engine', () => ({ executor: inside!, on, home: null }));
});
