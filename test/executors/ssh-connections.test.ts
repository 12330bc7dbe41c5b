/** What only ssh has: logins, host keys, jump hosts, refused channels, half-open and dropped connections. */

import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { type Executor, SecretValue } from '@synapse/runner';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createSshExecutor, type SshExecutorOptions } from '../../packages/server/src/executors/ssh/executor.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { generateEd25519 } from '../engines/ed25519-keys.ts';
import { freePort } from '../engines/engines.ts';
import { ignores, pidsWithArgument, pidsWithEnvironment, signalAll } from '../engines/process-tree.ts';
import { locateSshd, PASSPHRASE, PASSWORD, type Sshd, startSshd } from '../engines/sshd.ts';
import { programsWithout } from '../programs-without.ts';
import { run, startUntil } from './run-command.ts';
import { sshOptions } from './ssh-rig.ts';

describeEngine(await locateSshd(), 'ssh connections', (program) => {
  let sshd: Sshd;
  beforeAll(async () => {
    sshd = await startSshd(program());
  });
  afterAll(() => sshd?.stop());

  const open: Executor[] = [];
  const executorFor = (options: Partial<SshExecutorOptions> = {}, host = sshd) => {
    const executor = createSshExecutor({ ...sshOptions(host, 'tester'), ...options });
    open.push(executor);
    return executor;
  };
  afterEach(async () => {
    await Promise.all(open.splice(0).map((executor) => executor.close()));
  });
  const sayHello = async (executor: Executor) => (await run(executor, 'echo hello')).text;
  const secret = (value: string) => new SecretValue(value);

  test('logs in by password and by a key under a passphrase', async () => {
    expect(await sayHello(executorFor({ credentials: () => ({ password: secret(PASSWORD) }) }))).toBe('hello\n');
    const credentials = () => ({ privateKey: secret(sshd.encryptedKey), passphrase: secret(PASSPHRASE) });
    expect(await sayHello(executorFor({ credentials }))).toBe('hello\n');
  });

  test('a refused login says so, without a word of the credential', async () => {
    const wrong = [
      { password: secret('wrong-canary') },
      { privateKey: secret(generateEd25519().private) },
      { privateKey: secret('not a key: canary') },
      { privateKey: secret(sshd.encryptedKey) },
      { privateKey: secret(sshd.encryptedKey), passphrase: secret('wrong-canary') },
    ];
    for (const credentials of wrong) {
      const refusal = await sayHello(executorFor({ credentials: () => credentials })).catch((error: Error) => error);
      expect(refusal).toMatchObject({ code: 'machine_unreachable' });
      expect(String(refusal)).not.toContain('canary');
    }
  });

  test('a host that is not there is refused', async () => {
    const port = await freePort();
    await expect(sayHello(executorFor({ port }))).rejects.toMatchObject({ code: 'machine_unreachable' });
    await expect(executorFor({ port }).probe(AbortSignal.timeout(45_000))).rejects.toMatchObject({
      code: 'machine_unreachable',
    });
  });

  test('the first host key seen is handed over and pinned; line, known_hosts line and fingerprint all pin', async () => {
    const seen: string[] = [];
    const executor = executorFor({ hostKey: null, onHostKey: (line) => void seen.push(line) });
    await sayHello(executor);
    expect(seen).toEqual([sshd.hostKey().split(' ').slice(0, 2).join(' ')]);
    const [type, blob] = sshd.hostKey().split(' ');
    const digest = `SHA256:${createHash('sha256').update(Buffer.from(blob!, 'base64')).digest('base64')}`;
    for (const hostKey of [`${type} ${blob} a comment`, `[127.0.0.1]:22 ${type} ${blob}`, digest]) {
      expect(await sayHello(executorFor({ hostKey }))).toBe('hello\n');
    }
  });

  test('a changed host key refuses the command before any credential is sent', async () => {
    const other = await startSshd(program());
    try {
      const seenFirst = executorFor({ hostKey: null }, other);
      const pinned = executorFor({ credentials: () => ({ password: secret(PASSWORD) }) }, other);
      await sayHello(seenFirst);
      await sayHello(pinned);
      await other.restart({ newHostKey: true });
      await expect(sayHello(pinned)).rejects.toMatchObject({ code: 'host_key_changed' });
      await expect(sayHello(seenFirst)).rejects.toMatchObject({ code: 'host_key_changed' });
      expect(other.log()).not.toMatch(/Accepted|Failed password/);
    } finally {
      await other.stop();
    }
  });

  test('goes through a jump host, whose key is pinned too', async () => {
    const jump = await startSshd(program());
    try {
      const through = executorFor({ jump: sshOptions(jump, 'tester') });
      expect(await sayHello(through)).toBe('hello\n');
      expect(jump.log()).toContain('Accepted publickey');
      await jump.restart();
      expect(await sayHello(through)).toBe('hello\n');
      const changed = executorFor({ jump: { ...sshOptions(jump, 'tester'), hostKey: sshd.hostKey() } });
      await expect(sayHello(changed)).rejects.toMatchObject({ code: 'host_key_changed' });
    } finally {
      await jump.stop();
    }
  });

  test('40 commands at once on sshd’s default limits, and on a host that allows one channel per connection', async () => {
    const narrow = await startSshd(program(), ['MaxSessions 1', 'MaxStartups 10:30:100']);
    try {
      for (const [host, count] of [
        [sshd, 40],
        [narrow, 12],
      ] as const) {
        const executor = executorFor({}, host);
        const numbers = Array.from({ length: count }, (_, index) => index);
        const all = await Promise.all(numbers.map((index) => run(executor, `echo ${index}`)));
        expect(all.map((ran) => [ran.text, ran.started])).toEqual(numbers.map((index) => [`${index}\n`, 1]));
      }
    } finally {
      await narrow.stop();
    }
  });

  test('a connection that drops in mid-command is lost, and the tree on the target dies', async () => {
    const executor = executorFor();
    const running = await startUntil(executor, 'up', '(setsid sleep 1030 &) ; echo up; sleep 1031');
    await sshd.dropConnections();
    const ran = await running.done;
    expect(ran).toMatchObject({ outcome: { kind: 'lost' }, text: 'up\n', started: 1 });
    await vi.waitFor(async () => expect(await pidsWithEnvironment(`SYNAPSE_EXECUTION=${running.tag}`)).toEqual([]), {
      timeout: 45_000,
      interval: 50,
    });
    expect(await sayHello(executor)).toBe('hello\n');
  });

  test('where the host cannot be reached again, the tree there dies by itself', async () => {
    const remote = await startSshd(program());
    try {
      const executor = executorFor({ timings: { connectMs: 2_000 } }, remote);
      const running = await startUntil(executor, 'up', '(setsid sleep 1060 &) ; echo up; sleep 1061');
      // The guard is there when a second shell of the account ignores what would end it.
      await vi.waitFor(async () => {
        const own = await pidsWithEnvironment(`HOME=${remote.home('tester')}`);
        const ignoring = await Promise.all(own.map((pid) => ignores(pid, constants.signals.SIGTERM)));
        expect(ignoring).toContain(true);
      }, 45_000);
      await remote.dropConnections({ forGood: true });
      expect((await running.done).outcome).toMatchObject({ kind: 'lost' });
      await vi.waitFor(async () => expect(await pidsWithEnvironment(running.tag)).toEqual([]), 45_000);
    } finally {
      await remote.stop();
    }
  });

  test('a half-open connection is noticed: what ran is lost, what comes next gets another connection', async () => {
    const frozen = await startSshd(program());
    try {
      const executor = executorFor({ timings: { keepaliveMs: 500 } }, frozen);
      const running = await startUntil(executor, 'up', 'echo up; sleep 1040');
      await frozen.signalSessions('SIGSTOP');
      expect(await sayHello(executor)).toBe('hello\n');
      expect((await running.done).outcome).toMatchObject({ kind: 'lost' });
    } finally {
      await frozen.stop();
    }
  });

  test('an account without a shell is refused with what it says', async () => {
    const closed = await startSshd(program(), ['ForceCommand echo this account is closed; exit 1']);
    try {
      await expect(sayHello(executorFor({}, closed))).rejects.toMatchObject({
        code: 'machine_unreachable',
        message: expect.stringContaining('this account is closed'),
      });
    } finally {
      await closed.stop();
    }
  });

  test('where there is no bash, another shell runs it, on the same connection, and bash is not tried again', async () => {
    const host = await startSshd(program(), [`SetEnv PATH=${programsWithout('bash')}`]);
    const sessions = () => host.log().match(/Starting session/g)?.length ?? 0;
    try {
      // No session is opened ahead or to watch, so that they can be counted.
      const quietMoment = { enter: () => () => {}, wait: () => {} };
      const executor = executorFor({ quietMoment, timings: { guardMs: 3_600_000 } }, host);
      const shell = async () => (await run(executor, 'echo "${BASH_VERSION:-none}"')).text;
      expect(await shell()).toBe('none\n');
      await vi.waitFor(() => expect(sessions()).toBe(2));
      expect(await shell()).toBe('none\n');
      await vi.waitFor(() => expect(sessions()).toBe(3));
      expect(host.log().match(/Accepted publickey/g)).toHaveLength(1);
    } finally {
      await host.stop();
    }
  });

  describe('the shell that waits for the next command', () => {
    const sessions = (host: Sshd) => host.log().match(/Starting session/g)?.length ?? 0;
    const shells = async (host: Sshd) => {
      const [own, waiting] = [
        await pidsWithEnvironment(`HOME=${host.home('tester')}`),
        await pidsWithArgument('IFS= read -r _synapse'),
      ];
      return own.filter((pid) => waiting.includes(pid));
    };
    const waiting = async (host: Sshd, count: number) => {
      let found: number[] = [];
      await vi.waitFor(async () => {
        found = await shells(host);
        expect(found).toHaveLength(count);
      }, 45_000);
      return found;
    };
    const withHost = async (work: (host: Sshd, executor: Executor) => Promise<void>, options = {}) => {
      const host = await startSshd(program());
      try {
        await work(host, executorFor(options, host));
      } finally {
        await Promise.all(open.splice(0).map((executor) => executor.close()));
        await host.stop();
      }
    };

    test('is started when nothing runs, and taken', async () => {
      const taken = async (host: Sshd, executor: Executor): Promise<void> => {
        expect((await run(executor, 'echo "$PWD"')).text).toBe(`${host.home('tester')}\n`);
        const [pid] = await waiting(host, 1);
        expect((await run(executor, 'echo $$; echo "$PWD"')).text).toBe(`${pid}\n${host.home('tester')}\n`);
        const [next] = await waiting(host, 1);
        expect(next).not.toBe(pid);
        expect(sessions(host)).toBe(3);
      };
      // No session is opened to watch, however slow the computer is.
      await withHost(taken, { timings: { guardMs: 3_600_000 } });
    });

    test('there are as many as ran at once', async () => {
      await withHost(async (host, executor) => {
        await Promise.all(Array.from({ length: 4 }, () => sayHello(executor)));
        const first = await waiting(host, 4);
        const taken = await Promise.all(Array.from({ length: 4 }, () => run(executor, 'echo $$')));
        expect(taken.map(({ text }) => Number(text)).sort()).toEqual(first.toSorted());
        await waiting(host, 4);
      });
    });

    test('says what any other would of a command that fails', async () => {
      await withHost(async (host, executor) => {
        const first = await run(executor, 'no-such-program');
        await waiting(host, 1);
        const second = await run(executor, 'no-such-program');
        expect(second.outcome).toEqual({ kind: 'exited', exitCode: 127 });
        expect(second.stderr.toString()).toBe(first.stderr.toString());
        await waiting(host, 1);
        const env = (text: string) =>
          text
            .split('\n')
            .map((line) => line.split('=')[0])
            .sort();
        const fresh = executorFor({}, host);
        expect(env((await run(executor, 'env')).text)).toEqual(env((await run(fresh, 'env')).text));
      });
    });

    test('is not missed when it was killed', async () => {
      await withHost(async (host, executor) => {
        await sayHello(executor);
        signalAll(await waiting(host, 1), 'SIGKILL');
        expect(await sayHello(executor)).toBe('hello\n');
      });
    });

    test('gets nothing of a command before it has answered: where it does not, another one runs it, once', async () => {
      await withHost(async (host, executor) => {
        await sayHello(executor);
        const [pid] = await waiting(host, 1);
        process.kill(pid!, 'SIGSTOP');
        const marker = `${host.home('tester')}/ran`;
        expect(await run(executor, `echo ran >>'${marker}'; echo done`)).toMatchObject({ text: 'done\n', started: 1 });
        try {
          process.kill(pid!, 'SIGCONT');
        } catch {
          // Its connection was given up, and the shell with it.
        }
        await vi.waitFor(async () => expect(await shells(host)).not.toContain(pid), 45_000);
        expect((await run(executor, `cat '${marker}'`)).text).toBe('ran\n');
      });
    });

    test('finds the home directory that is there now', async () => {
      await withHost(async (host, executor) => {
        await sayHello(executor);
        await waiting(host, 1);
        const home = host.home('tester');
        await rename(home, `${home}.old`);
        await mkdir(home, { mode: 0o777 });
        await writeFile(`${home}/new`, '');
        expect((await run(executor, 'ls')).text).toBe('new\n');
      });
    });

    test('goes away unused, and with the executor', async () => {
      await withHost(
        async (host, executor) => {
          await sayHello(executor);
          await waiting(host, 0);
          const kept = executorFor({}, host);
          await sayHello(kept);
          await waiting(host, 1);
          await kept.close();
          await waiting(host, 0);
        },
        { pool: { idleMs: 200 } },
      );
    });
  });

  test('idle connections close, and close() leaves none behind', async () => {
    const executor = executorFor({ pool: { idleMs: 100 } });
    await sayHello(executor);
    await vi.waitFor(
      () => expect(sshd.log().match(/Disconnected from user tester/g)?.length).toBeGreaterThan(0),
      45_000,
    );
    const before = sshd.log().match(/Disconnected from user/g)?.length ?? 0;
    const kept = executorFor();
    await sayHello(kept);
    await kept.close();
    await vi.waitFor(() => expect(sshd.log().match(/Disconnected from user/g)?.length).toBeGreaterThan(before), 45_000);
  });
});
