/** Policies over the wire, on both databases: what is stored, what is refused, and what follows for a command. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { type Service, startService, type TestUser } from '../service.ts';

describe.each(['sqlite', 'postgres'] as const)('policies on %s', (dialect) => {
  let service: Service;
  let admin: string;
  beforeAll(async () => {
    const url = dialect === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase() } : {};
    service = await startService({ ...url, SYNAPSE_ALLOW_LOCAL: 'all' });
    admin = await service.login();
  });
  afterAll(() => service.stop());

  const newPilot = async (): Promise<TestUser> => {
    const user = await service.newUser('pro');
    const body = { slug: 'local', label: 'Here', kind: 'local' };
    await service.call('POST', '/synapse/machines', { token: user.session, body });
    return user;
  };
  const put = (user: TestUser, text: string, version?: number) =>
    service.call('PUT', '/synapse/policy', { token: user.session, body: { text, version } });
  const exec = (user: TestUser, command: string) =>
    service.call('POST', '/synapse/exec', { token: user.session, body: { machine: 'local', command } });
  const lastEntry = async (user: TestUser) =>
    (await service.call<any>('GET', '/synapse/executions?limit=1', { token: user.session })).body.entries[0];

  it('is empty at first, and then what was typed, comments and all', async () => {
    const user = await newPilot();
    const get = () => service.call('GET', '/synapse/policy', { token: user.session });
    expect((await get()).body).toEqual({ text: '', version: 0, updated_at: null });
    const text = '# mine\nversion: 1\ndefault: open # for now\n';
    expect((await put(user, text)).body).toEqual({ text, version: 1, updated_at: expect.any(String) });
    expect((await get()).body).toMatchObject({ text, version: 1 });
    expect(await lastEntry(user)).toMatchObject({ machine: '-', command_template: 'policy changed to version 1' });
  });

  it('denies by a rule, in the log too, and the command has not run', async () => {
    const user = await newPilot();
    const text = 'rules: [{ name: nothing at all, then: deny }]';
    await put(user, text);
    const refused = await exec(user, 'touch /tmp/policy-must-not-be');
    expect(refused).toMatchObject({ status: 403, body: { code: 'policy_denied' } });
    expect((refused.body as { detail: string }).detail).toMatch(
      /^Commande refusée par la politique : .*nothing at all/,
    );
    expect(await lastEntry(user)).toMatchObject({
      ...{ status: 'refused', refusal: 'policy_denied', verdict: 'deny', rule: 'nothing at all' },
    });
    await put(user, '');
    expect(await exec(user, 'true')).toMatchObject({ status: 200 });
    expect(await lastEntry(user)).toMatchObject({ status: 'done', verdict: 'allow', rule: null });
    expect(admin).toBeTruthy();
  });
});
