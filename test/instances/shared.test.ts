/**
 * Several instances on one PostgreSQL and one NATS: for their users they are one, in what they know and what they
 * count.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEngine } from '../engines/describe-engine.ts';
import { locate } from '../engines/engines.ts';
import { findNats } from '../engines/nats.ts';
import type { Account, Instance } from '../instance.ts';
import { exec, intact, type Pair, startPair } from './pair.ts';

const AT_ONCE = 4;

interface Told {
  readonly type: string;
  readonly data: { readonly execution_id?: string; readonly status?: string };
}

/** The executions whose end was told, in that order. */
const ends = (events: readonly Told[]) =>
  events.filter(({ type, data }) => type === 'execution' && data.status === 'done').map((one) => one.data.execution_id);

/** A page that a user has open, on one instance. */
async function follow(instance: Instance, { session }: Account) {
  const answer = await fetch(`${instance.url}/synapse/events`, { headers: { authorization: `Bearer ${session}` } });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const events = (): Told[] =>
    [...text.matchAll(/event: (\w+)\ndata: (.*)\n/g)].map(([, type, data]) => ({
      type: type!,
      data: JSON.parse(data!),
    }));
  return {
    until: async (enough: (events: readonly Told[]) => boolean): Promise<readonly Told[]> => {
      while (!enough(events())) {
        const { done, value } = await reader.read();
        if (done) throw new Error('the stream has ended');
        text += value;
      }
      return events();
    },
    leave: () => reader.cancel(),
  };
}

describeEngine(await locate('nats', findNats), 'two instances', (root) => {
  let pair: Pair;
  beforeAll(async () => {
    // No instance dies here: with a lease this long, no wait for the database ends early on a busy computer.
    pair = await startPair(root(), { SYNAPSE_LIMITS: `machine=${AT_ONCE}`, SYNAPSE_INSTANCE_DEAD_SECONDS: '60' });
  });
  afterAll(() => pair?.stop());

  it('start at once on an empty database: one administrator, each migration once', async () => {
    const { rows: users } = await pair.database.query('select username, role from users');
    expect(users).toEqual([{ username: 'admin', role: 'admin' }]);
    const { rows: machines } = await pair.database.query('select slug from machines');
    expect(machines).toEqual([{ slug: 'local' }]);
    const welcomes = [pair.a, pair.b].filter((instance) => instance.stdout().includes('Synapse is ready'));
    expect(welcomes).toHaveLength(1);
    const { rows: migrations } = await pair.database.query('select name from migrations');
    expect(migrations.length).toBeGreaterThan(0);
    const { rows: facts } = await pair.database.query('select name from instance_facts order by name');
    expect(facts).toEqual([{ name: 'instance_root' }, { name: 'vault_canary' }]);
    const { rows: seen } = await pair.database.query('select id from instances');
    expect(seen).toHaveLength(2);
  });

  it('share sessions and tokens, and what is ended on one is refused by the other at once', async () => {
    const account = await pair.a.newUser();
    expect((await pair.b.call('GET', '/auth/me', { token: account.session })).status).toBe(200);
    expect((await pair.b.tool(account.token, 'synapse_list_machines')).isError).toBe(false);
    const { body } = await pair.a.call<{ tokens: { id: string }[] }>('GET', '/tda/ai/tokens', {
      token: account.session,
    });
    await pair.a.call('DELETE', `/tda/ai/tokens/${body.tokens[0]!.id}`, { token: account.session });
    expect(await pair.b.tool(account.token, 'synapse_list_machines')).toMatchObject({
      status: 401,
      code: 'token_revoked',
    });
    await pair.a.call('POST', '/auth/logout', { token: account.session });
    expect((await pair.b.call('GET', '/auth/me', { token: account.session })).status).toBe(401);
  });

  it('count the day’s quota and the thirty commands of a minute as one, exactly, under parallel load', async () => {
    const free = await pair.a.newUser('free');
    const answers = await Promise.all(
      Array.from({ length: 130 }, (_, index) =>
        (index % 2 ? pair.a : pair.b).tool(free.token, 'synapse_list_machines'),
      ),
    );
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(100);
    expect(answers.filter(({ status, code }) => status === 429 && code === 'quota_exceeded')).toHaveLength(30);

    const pilot = await pair.a.newUser();
    const runs = await Promise.all(
      Array.from({ length: 40 }, (_, index) => exec(index % 2 ? pair.a : pair.b, pilot, 'true')),
    );
    expect(runs.filter(({ result }) => result?.exit_code === 0)).toHaveLength(30);
    expect(runs.filter(({ code }) => code === 'exec_rate_limited')).toHaveLength(10);
    await intact(pair.a, pilot, 40);
    await intact(pair.b, pilot, 40);
  });

  it('let as many commands run at once as one would, in turn, and one that ends lets the next begin', async () => {
    const account = await pair.a.newUser();
    const witness = join(pair.scratch, 'at-once');
    const command = `echo 1 >> ${witness}; sleep 0.4; echo -1 >> ${witness}`;
    const runs = await Promise.all(
      Array.from({ length: 12 }, (_, index) => exec(index % 2 ? pair.a : pair.b, account, command)),
    );
    expect(runs.map(({ result }) => result.exit_code)).toEqual(Array(12).fill(0));
    let [now, most] = [0, 0];
    for (const change of readFileSync(witness, 'utf8').trim().split('\n')) {
      now += Number(change);
      most = Math.max(most, now);
    }
    expect([now, most]).toEqual([0, AT_ONCE]);
    const { rows } = await pair.database.query('select count(*) from lane_entries');
    expect(Number(rows[0].count)).toBe(0);
  });

  it('tell every open page of a user of every event, each once, and refuse nothing of each other', async () => {
    const account = await pair.a.newUser();
    const streams = await Promise.all([pair.a, pair.b].flatMap((one) => [1, 2, 3].map(() => follow(one, account))));
    const ids: string[] = [];
    for (const instance of [pair.a, pair.b, pair.a]) {
      ids.push((await exec(instance, account, 'true')).result.execution_id);
    }
    for (const stream of streams) {
      const seen = await stream.until((events) => ends(events).length >= ids.length);
      expect(ends(seen)).toEqual(ids);
    }
    // One that leaves takes nothing from the others of its instance.
    await streams[0]!.leave();
    ids.push((await exec(pair.b, account, 'true')).result.execution_id);
    for (const stream of streams.slice(1)) {
      const seen = await stream.until((events) => ends(events).length >= ids.length);
      expect(ends(seen)).toEqual(ids);
      await stream.leave();
    }
    for (const instance of [pair.a, pair.b]) {
      const metrics = await (await fetch(`${instance.url}/metrics`)).text();
      expect(metrics).not.toMatch(/synapse_bus_messages_total\{outcome="refused"\} [1-9]/);
      expect(metrics).toMatch(/synapse_bus_messages_total\{outcome="received"\} [1-9]/);
      expect(instance.stderr()).not.toContain('not genuine');
    }
  });

  it('see each other’s changes of the vault, of aliases and of machines with the next command', async () => {
    const account = await pair.a.newUser();
    const put = (instance: Instance, value: string) =>
      instance.tool(account.token, 'synapse_put_secret', { name: 'KEY', value });
    await put(pair.a, 'first-value-of-it');
    expect((await exec(pair.b, account, 'echo {{KEY}} first-value-of-it')).result.stdout).toBe('{{KEY}} {{KEY}}\n');
    await put(pair.a, 'second-value-of-it');
    const changed = await exec(pair.b, account, 'printf %s {{KEY}} | wc -c; echo second-value-of-it', {
      raw: true,
    });
    expect(changed.result.stdout.replaceAll(' ', '')).toBe('18\n{{KEY}}\n');
    await pair.a.tool(account.token, 'synapse_delete_secret', { name: 'KEY' });
    expect(await exec(pair.b, account, 'echo {{KEY}}')).toMatchObject({ isError: true, code: 'secret_missing' });
    await pair.a.tool(account.token, 'synapse_put_alias', { code: 'zqx', command: 'echo one' });
    expect((await exec(pair.b, account, '@zqx')).result.stdout).toBe('one\n');
    await pair.a.tool(account.token, 'synapse_put_alias', { code: 'zqx', command: 'echo two' });
    expect((await exec(pair.b, account, '@zqx')).result.stdout).toBe('two\n');
    const { result: listed } = await pair.a.tool(account.token, 'synapse_list_aliases');
    expect(listed.aliases).toMatchObject([{ code: 'zqx', hit_count: 2 }]);
    await pair.a.tool(account.token, 'synapse_update_machine', { machine: 'local', statut: 'maintenance' });
    expect(await exec(pair.b, account, 'true')).toMatchObject({ isError: true, code: 'machine_not_active' });
  });
});
