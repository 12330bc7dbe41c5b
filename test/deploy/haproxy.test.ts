/** HAProxy as shipped, in front of two instances that are restarted one after the other under load: no call fails. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../client.ts';
import { createPostgresDatabase } from '../databases.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { freePort, locate } from '../engines/engines.ts';
import { findHaproxy, type Haproxy, startHaproxy } from '../engines/haproxy.ts';
import { type Account, type Instance, startInstance } from '../instance.ts';

describeEngine(await locate('haproxy', findHaproxy), 'HAProxy', (root) => {
  let proxy: Haproxy;
  let accounts: Account[];
  const instances: { env: Record<string, string>; instance: Instance }[] = [];
  beforeAll(async () => {
    const shared = {
      SYNAPSE_DATABASE_URL: await createPostgresDatabase(),
      SYNAPSE_MASTER_KEY: randomBytes(32).toString('base64'),
      SYNAPSE_LAME_DUCK_SECONDS: '2',
      SYNAPSE_DRAIN_SECONDS: '20',
    };
    for (const port of [await freePort(), await freePort()]) {
      const env = { ...shared, SYNAPSE_PORT: String(port) };
      instances.push({ env, instance: await startInstance(env) });
    }
    // One for each client: nobody may give more than thirty commands a minute.
    accounts = await Promise.all(Array.from({ length: 4 }, () => instances[0]!.instance.newUser()));
    proxy = await startHaproxy(
      root(),
      instances.map(({ instance }) => instance.url),
    );
  });
  afterAll(async () => {
    await proxy?.stop();
    await Promise.all(instances.map(({ instance }) => instance.remove()));
  });

  it('lets a rolling restart pass unnoticed, with commands that take their time', async () => {
    const client = createClient(proxy.url);
    const answers: string[] = [];
    let going = true;
    const loops = accounts.map(async (account) => {
      while (going) {
        const call = { token: account.session, body: { machine: 'local', command: 'sleep 1; echo ended' } };
        const { status, body } = await client.call('POST', '/synapse/exec', call);
        answers.push(status === 200 ? String(body.stdout) : `${status} ${body.code}`);
      }
    });
    const ready = async (url: string) => (await fetch(`${url}/readyz`)).status;
    for (const one of instances) {
      await expect.poll(() => answers.length, { timeout: 30_000 }).toBeGreaterThan(instances.indexOf(one) * 4);
      expect(await one.instance.kill('SIGTERM')).toBe(0);
      one.instance = await startInstance(one.env);
      await expect.poll(() => ready(one.instance.url)).toBe(200);
      // The proxy has seen it before the next one goes.
      await expect.poll(() => ready(proxy.url)).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 700));
    }
    going = false;
    await Promise.all(loops);
    expect(answers.filter((answer) => answer !== 'ended\n')).toEqual([]);
    expect(answers.length).toBeGreaterThan(8);
  });
});
