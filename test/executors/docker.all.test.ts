/** Machines of kind docker on a real dockerd, by its unix socket and by TLS. */

import { SecretValue } from '@synapse/runner';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDockerExecutor, type DockerConnection } from '../../packages/server/src/executors/docker/executor.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { type Dockerd, findDockerd, startDockerd } from '../engines/dockerd.ts';
import { locate } from '../engines/engines.ts';
import { describeEngineExecutor } from './engine-suite.ts';
import { run } from './run-command.ts';

const dockerd = await locate('docker', findDockerd);

describeEngineExecutor(dockerd, startDockerd, {});

describeEngine(dockerd, 'docker by TLS', (root) => {
  let engine: Dockerd;
  beforeAll(async () => {
    engine = await startDockerd(root());
    await engine.startContainer('web');
  });
  afterAll(() => engine?.stop());

  const by = ({ host = engine.tls.host, ...own }: { host?: string; ca?: string; cert?: string; key?: string }) => {
    const { ca, cert, key } = { ...engine.tls.certificates, ...own };
    const secret = (value: string) => new SecretValue(value);
    const connection: DockerConnection = { host, ca: secret(ca), cert: secret(cert), key: secret(key) };
    return createDockerExecutor({ connection });
  };

  test('commands run, one after the other and at once, with secrets, aborts and output', async () => {
    const executor = by({ host: `tcp://${engine.tls.host}` });
    await executor.probe(AbortSignal.timeout(45_000));
    const on = { container: 'web' };
    expect((await run(executor, 'printf %s "$s"; exit 4', { ...on, secrets: { s: 'a\n$b' } })).text).toBe('a\n$b');
    const many = await Promise.all([1, 2, 3, 4].map((index) => run(executor, `head -c ${index}00000 /dev/zero`, on)));
    expect(many.map((ran) => ran.stdout.length)).toEqual([100_000, 200_000, 300_000, 400_000]);
    const ran = await run(executor, 'sleep 1040', { ...on, signal: AbortSignal.timeout(300) });
    expect(ran.outcome).toEqual({ kind: 'killed' });
    await executor.close();
  });

  test('a stranger on either side is refused', async () => {
    const { foreign } = engine.tls.certificates;
    const wrong = {
      'their authority is not ours': by({ ca: foreign.ca }),
      'our certificate is not theirs': by({ cert: foreign.cert, key: foreign.key }),
      'their certificate is for another name': by({ host: engine.tls.host.replace('127.0.0.1', '127.0.0.2') }),
    };
    for (const [why, executor] of Object.entries(wrong)) {
      const unreachable = { code: 'machine_unreachable' };
      await expect(executor.probe(AbortSignal.timeout(45_000)), why).rejects.toMatchObject(unreachable);
      await expect(run(executor, 'true', { container: 'web' }), why).rejects.toMatchObject(unreachable);
      await executor.close();
    }
  });

  test('an address that is none is refused', () => {
    for (const host of ['', 'a b', 'host:port', '[::1', 'tcp://']) {
      expect(() => by({ host }), host).toThrow(/^Machine injoignable/);
    }
  });

  test('a private key that is none says so without showing it', async () => {
    const executor = by({ key: 'canary-not-a-key' });
    const refusal = await executor.probe(AbortSignal.timeout(45_000)).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'machine_unreachable' });
    expect(String(refusal)).not.toContain('canary');
  });
});
