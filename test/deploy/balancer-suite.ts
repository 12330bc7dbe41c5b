/** Two instances behind a load balancer are restarted one after the other while commands run: no call fails. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../client.ts';
import { createPostgresDatabase } from '../databases.ts';
import { freePort } from '../engines/engines.ts';
import { type Account, type Instance, startInstance } from '../instance.ts';

export interface Balancer {
  readonly url: string;
  stop(): Promise<void>;
}

/** `BALANCER=all`: commands of six seconds, as the long form wants them. */
const SECONDS = process.env.BALANCER === 'all' ? 6 : 3;
const CLIENTS = 4;

/** `settleMs`: how long it takes until the balancer knows that an instance is back. */
export function describeBalancer(
  start: (upstreams: readonly string[]) => Promise<Balancer>,
  { lameDuckSeconds, settleMs }: { readonly lameDuckSeconds: number; readonly settleMs: number },
): void {
  let balancer: Balancer;
  let accounts: Account[];
  const instances: { env: Record<string, string>; instance: Instance }[] = [];
  beforeAll(async () => {
    const shared = {
      SYNAPSE_DATABASE_URL: await createPostgresDatabase(),
      SYNAPSE_MASTER_KEY: randomBytes(32).toString('base64'),
      SYNAPSE_LAME_DUCK_SECONDS: String(lameDuckSeconds),
      SYNAPSE_DRAIN_SECONDS: '20',
    };
    for (const port of [await freePort(), await freePort()]) {
      const env = { ...shared, SYNAPSE_PORT: String(port) };
      instances.push({ env, instance: await startInstance(env) });
    }
    // One for each client: nobody may give more than thirty commands a minute.
    accounts = await Promise.all(Array.from({ length: CLIENTS }, () => instances[0]!.instance.newUser()));
    balancer = await start(instances.map(({ instance }) => instance.url));
  });
  afterAll(async () => {
    await balancer?.stop();
    await Promise.all(instances.map(({ instance }) => instance.remove()));
  });

  it('lets a rolling restart pass unnoticed, with commands that take their time', async () => {
    const client = createClient(balancer.url);
    const answers: string[] = [];
    const began = new Set<string>();
    let going = true;
    const loops = accounts.map(async (account, which) => {
      for (let each = 0; going; each++) {
        const command = `sleep ${SECONDS}; echo ended ${which}-${each}`;
        const call = { token: account.session, body: { machine: 'local', command } };
        const { status, body } = await client.call('POST', '/synapse/exec', call).catch((error: Error) => ({
          status: 0,
          body: { code: error.message, stdout: '', execution_id: '' },
        }));
        answers.push(status === 200 ? String(body.stdout) : `${status} ${body.code}`);
        if (status === 200) began.add(`ended ${which}-${each}\n`);
      }
    });
    const ready = async (url: string) => (await fetch(`${url}/readyz`)).status;
    for (const [at, one] of instances.entries()) {
      await expect.poll(() => answers.length, { timeout: 60_000 }).toBeGreaterThan(at * CLIENTS);
      expect(await one.instance.kill('SIGTERM')).toBe(0);
      one.instance = await startInstance(one.env);
      await expect.poll(() => ready(one.instance.url)).toBe(200);
      await expect.poll(() => ready(balancer.url)).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, settleMs));
    }
    going = false;
    await Promise.all(loops);
    expect(answers.filter((answer) => !began.has(answer))).toEqual([]);
    expect(answers.length).toBeGreaterThan(2 * CLIENTS);
    // Each ran once: the log has as many as were answered, and no two alike.
    for (const [which, account] of accounts.entries()) {
      const path = '/synapse/executions?limit=200';
      const { body } = await instances[0]!.instance.call('GET', path, { token: account.session });
      const ran = (body.entries as { command_template: string }[]).map(({ command_template }) => command_template);
      expect(ran).toHaveLength(new Set(ran).size);
      expect(ran).toHaveLength([...began].filter((text) => text.startsWith(`ended ${which}-`)).length);
    }
  }, 240_000);
}
