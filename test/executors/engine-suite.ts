/**
 * What an executor that uses an engine's API must do on Docker and on Podman, in addition to the suite of all
 * executors.
 */

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { promisify } from 'node:util';
import type { Executor } from '@synapse/runner';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { because } from '../../packages/contract/src/reasons.ts';
import { createDockerExecutor } from '../../packages/server/src/executors/docker/executor.ts';
import type { ContainerEngine } from '../engines/container-engine.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import type { Located } from '../engines/engines.ts';
import { pidsWithEnvironment } from '../engines/process-tree.ts';
import { findsNothing, looksWhereItCan, startWithPerl } from '../look/in-containers.ts';
import { expectFound } from './container-rigs.ts';
import { type CommandOptions, run as runOn, start, startUntil } from './run-command.ts';
import { describeExecutor, type Features } from './suite.ts';

const runProgram = promisify(execFile);
const exited = (exitCode: number) => ({ kind: 'exited', exitCode });

export function describeEngineExecutor(
  located: Located<string>,
  startEngine: (root: string) => Promise<ContainerEngine>,
  features: Features,
): void {
  describeEngine(located, 'executor by the engine’s API', (root) => {
    let engine: ContainerEngine;
    let executor: Executor;
    beforeAll(async () => {
      engine = await startEngine(root());
      executor = createDockerExecutor({ connection: { socket: engine.socket } });
      await engine.startContainer('web');
    });
    afterAll(async () => {
      await executor?.close();
      await engine?.stop();
    });
    const run = (script: string, options: CommandOptions = {}) =>
      runOn(executor, script, { container: 'web', ...options });
    const tagged = (tag: string) => pidsWithEnvironment(`SYNAPSE_EXECUTION=${tag}`);
    const refused = (reason: string) => ({
      code: 'container_unavailable',
      message: `Conteneur indisponible : ${reason}`,
    });

    test('its running containers are found, by the engine itself', async () => {
      await (await engine.startContainer('stopped')).stop({ t: 0 });
      await expectFound(executor, { runs: ['web'], not: ['stopped'] });
    });

    test('containers are looked into where a sandbox works inside, and not at all where none does', async () => {
      await Promise.all([engine.startContainer('plain'), startWithPerl(engine, 'perl')]);
      await Promise.all([findsNothing(executor, 'plain'), looksWhereItCan(executor, 'perl')]);
    });

    describeExecutor(
      `docker machine on ${located.name}`,
      async () => {
        await engine.startContainer('suite');
        return {
          executor,
          container: 'suite',
          scratch: '/tmp',
          // The same name under another id.
          reboot: async () => void (await engine.startContainer('suite')),
          vanish: () => engine.removeContainer('suite'),
          stop: () => engine.removeContainer('suite'),
        };
      },
      { ...features, reboot: true, vanish: true },
    );

    test('without a container there is nowhere to run', async () => {
      await expect(run('true', { container: null })).rejects.toMatchObject({ code: 'container_required' });
    });

    test('a container that is missing, stopped, paused or without a shell is refused with the reason', async () => {
      await engine.startContainer('bare', { shell: false });
      await (await engine.startContainer('stopped')).stop({ t: 0 });
      await (await engine.startContainer('paused')).pause();
      const reasons = {
        nowhere: 'aucun conteneur de ce nom',
        'web/../bare': 'aucun conteneur de ce nom',
        'web?x=': 'aucun conteneur de ce nom',
        stopped: 'il est arrêté',
        paused: 'il est en pause',
        bare: 'il n’a pas de shell (/bin/sh)',
      };
      for (const [container, reason] of Object.entries(reasons)) {
        const running = start(executor, 'true', { container });
        await expect(running.done, container).rejects.toMatchObject(refused(reason));
      }
      await engine.api.getContainer('paused').unpause();
      for (const name of ['bare', 'stopped', 'paused']) await engine.removeContainer(name);
    });

    test('the beginning of another container’s id is not taken for a name', async () => {
      const { id } = await engine.startContainer('other');
      await expect(run('true', { container: id.slice(0, 12) })).rejects.toMatchObject(
        refused('aucun conteneur de ce nom'),
      );
      expect((await run('true', { container: id })).outcome).toEqual(exited(0));
      await engine.removeContainer('other');
    });

    test('a container that was deleted and one that restarted answer for what they are', async () => {
      await engine.startContainer('phoenix');
      expect((await run('echo one', { container: 'phoenix' })).text).toBe('one\n');
      await engine.api.getContainer('phoenix').restart({ t: 0 });
      expect((await run('echo two', { container: 'phoenix' })).text).toBe('two\n');
      await engine.startContainer('phoenix');
      expect((await run('echo three', { container: 'phoenix' })).text).toBe('three\n');
      await engine.removeContainer('phoenix');
      await expect(run('echo four', { container: 'phoenix' })).rejects.toMatchObject(
        refused('aucun conteneur de ce nom'),
      );
    });

    test('a restart in the middle is not taken for the command’s own end', async () => {
      await engine.startContainer('phoenix');
      const running = await startUntil(executor, 'up', 'echo up; sleep 1030', { container: 'phoenix' });
      await engine.api.getContainer('phoenix').restart({ t: 0 });
      const ran = await running.done;
      expect(ran.outcome).toEqual({ kind: 'lost', reason: because('container_gone') });
      expect(ran.text).toBe('up\n');
      await engine.removeContainer('phoenix');
    });

    test('a command that kills its whole group has the exit code of that', async () => {
      const ran = await run('echo before; kill -9 0; echo never');
      expect(ran.outcome).toEqual(exited(137));
      expect(ran.text).toBe('before\n');
    });

    test('a command may close or redirect its own output', async () => {
      const ran = await run('exec >/tmp/redirected 2>&1; echo inside; sh -c "echo more >&2"; exit 5');
      expect(ran).toMatchObject({ outcome: exited(5), text: '' });
      expect(ran.stderr.toString()).toBe('');
      expect((await run('cat /tmp/redirected')).text).toBe('inside\nmore\n');
    });

    test('the container’s own user runs the command, and an abort kills what that one started', async () => {
      await engine.startContainer('worker', { user: 'worker' });
      const abort = new AbortController();
      const running = await startUntil(executor, 'up', 'id -un; setsid sleep 1031 & echo up; sleep 1032', {
        container: 'worker',
        signal: abort.signal,
      });
      abort.abort();
      const ran = await running.done;
      expect(ran).toMatchObject({ outcome: { kind: 'killed' }, text: 'worker\nup\n' });
      await vi.waitFor(async () => expect(await tagged(running.tag)).toEqual([]), 45_000);
      await engine.removeContainer('worker');
    });

    test('an abort kills what has become another user, and where there is no grep', async () => {
      for (const prepare of ['', '[ -e /usr ] || rm /bin/grep']) {
        await engine.startContainer('odd');
        await run(`${prepare}; true`, { container: 'odd' });
        const abort = new AbortController();
        const script = 'su worker -c "sleep 1036 & sleep 1037" & echo up; sleep 1038';
        const running = await startUntil(executor, 'up', script, { container: 'odd', signal: abort.signal });
        await vi.waitFor(async () => expect((await tagged(running.tag)).length).toBeGreaterThanOrEqual(5), 45_000);
        abort.abort();
        expect((await running.done).outcome).toEqual({ kind: 'killed' });
        await vi.waitFor(async () => expect(await tagged(running.tag)).toEqual([]), 45_000);
      }
      await engine.removeContainer('odd');
    });

    test('an abort at any moment of the start leaves nothing behind', async () => {
      for (let milliseconds = 0; milliseconds < 150; milliseconds += 10) {
        const running = start(executor, 'sleep 1033', {
          container: 'web',
          signal: AbortSignal.timeout(milliseconds),
        });
        expect((await running.done).outcome).toEqual({ kind: 'killed' });
        await vi.waitFor(async () => expect(await tagged(running.tag)).toEqual([]), 45_000);
      }
    });

    test('30 at once all get their own answer', async () => {
      const many = Array.from({ length: 30 }, (_, index) => index);
      const all = await Promise.all(many.map((index) => run(`echo "answer ${index}" >&2; exit ${index}`)));
      expect(all.map((ran) => ran.stderr.toString())).toEqual(many.map((index) => `answer ${index}\n`));
      expect(all.map((ran) => ran.outcome)).toEqual(many.map(exited));
    });

    test('secrets and the command’s text are in no inspect and in no event of the engine', async () => {
      const canary = 'canary-b1f7c2e94d';
      const since = Math.floor(Date.now() / 1000) - 1;
      const abort = new AbortController();
      const running = await startUntil(executor, 'ready', 'echo "ready ${#secret}" canary-script; sleep 1034', {
        container: 'web',
        secrets: { secret: canary },
        signal: abort.signal,
      });
      const container = await engine.api.getContainer('web').inspect();
      const execs = await Promise.all(
        (container.ExecIDs ?? []).map((id) =>
          engine.api
            .getExec(id)
            .inspect()
            .then((found) => JSON.stringify(found)),
        ),
      );
      abort.abort();
      await running.done;
      const seen = [JSON.stringify(container), ...execs, await events(engine, since)].join('\n');
      // This exec is there to be seen: its program is in the list.
      expect(seen).toContain('/bin/sh');
      expect(seen).not.toContain('canary');
    });

    test('variables of the service’s environment do not turn the executor to another engine', async () => {
      const before = { ...process.env };
      Object.assign(process.env, {
        DOCKER_HOST: 'tcp://127.0.0.1:1',
        DOCKER_TLS_VERIFY: '1',
        DOCKER_CLIENT_TIMEOUT: '1',
      });
      const own = createDockerExecutor({ connection: { socket: engine.socket } });
      process.env = before;
      await own.probe(AbortSignal.timeout(45_000));
      expect((await runOn(own, 'echo here', { container: 'web' })).text).toBe('here\n');
      await own.close();
    });

    test('an engine that is not there is a machine that cannot be reached', async () => {
      const nobody = createDockerExecutor({ connection: { socket: `${engine.socket}.none` } });
      const unreachable = { code: 'machine_unreachable', message: expect.stringContaining('(ENOENT)') };
      await expect(nobody.probe(AbortSignal.timeout(45_000))).rejects.toMatchObject(unreachable);
      await expect(runOn(nobody, 'true', { container: 'web' })).rejects.toMatchObject(unreachable);
      await nobody.close();
    });

    test('an engine that crashes in the middle loses the command, with the output so far', async () => {
      const own = await startEngine(root());
      const doomed = createDockerExecutor({ connection: { socket: own.socket } });
      try {
        await own.startContainer('web');
        const running = await startUntil(doomed, 'half way', 'echo half way; sleep 1035', { container: 'web' });
        await own.crash();
        const ran = await running.done;
        expect(ran.outcome).toEqual({ kind: 'lost', reason: because('engine_gone') });
        expect(ran.text).toBe('half way\n');
        await expect(runOn(doomed, 'true', { container: 'web' })).rejects.toMatchObject({
          code: 'machine_unreachable',
        });
      } finally {
        await doomed.close();
        await own.stop();
      }
    });

    test('a connection that breaks alone loses the command, which then does not run on unheard', async () => {
      const path = `${engine.socket}.proxy`;
      const open = new Set<Socket>();
      const proxy = createServer((near) => {
        const far = connect(engine.socket);
        for (const end of [near, far]) open.add(end.on('error', () => undefined));
        near.pipe(far).pipe(near);
      }).listen(path);
      await once(proxy, 'listening');
      const through = createDockerExecutor({ connection: { socket: path } });
      const running = await startUntil(through, 'half way', 'echo half way; sleep 1039', { container: 'web' });
      for (const end of open) end.destroy();
      const ran = await running.done;
      expect(ran.outcome).toEqual({ kind: 'lost', reason: because('engine_gone') });
      expect(ran.text).toBe('half way\n');
      await vi.waitFor(async () => expect(await tagged(running.tag)).toEqual([]), 45_000);
      await through.close();
      proxy.close();
    });

    test('nothing is left in the container after all this', async () => {
      const { stdout } = await runProgram(`${engine.bin}/${engine.name}`, ['exec', 'web', 'ps', '-o', 'stat,args']);
      const alive = stdout.split('\n').filter((line) => line && !/^Z|^STAT|ps -o/.test(line));
      expect(alive).toEqual([expect.stringContaining('/bin/sleep 1000000')]);
    });
  });
}

/** All events since then, as the engine wrote them. */
async function events(engine: ContainerEngine, since: number): Promise<string> {
  const stream = await engine.api.getEvents({ since, until: Math.floor(Date.now() / 1000) + 1 });
  let text = '';
  stream.on('data', (chunk) => {
    text += chunk;
  });
  await once(stream, 'end');
  return text;
}
