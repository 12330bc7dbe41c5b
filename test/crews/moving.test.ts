/** A machine moves from a person to a crew, with the secrets that it uses, all or nothing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { Service, TestUser } from '../service.ts';
import { describeServiceOnBoth, newCrew, type TestCrew } from './on-both.ts';

interface Moved {
  readonly code?: string;
  readonly secrets?: string[];
  readonly slug?: string;
}

const VALUE = 'sudo-password-6c1d90ab';

describeServiceOnBoth('moving a machine', (running) => {
  const machine = (slug: string, more: object = {}) => ({ slug, kind: 'local', ...more });
  const move = (service: Service, { session }: TestUser, slug: string, body: object) =>
    service.call<Moved>('POST', `/synapse/machines/${slug}/move`, { token: session, body });
  const namesIn = async (service: Service, { session }: TestUser, prefix = '') => {
    type List = { secrets: { name: string; machines: string[] | null }[] };
    return (await service.call<List>('GET', `${prefix}/synapse/secrets`, { token: session })).body.secrets;
  };
  const slugsIn = async (service: Service, { session }: TestUser, prefix = '') => {
    type List = { machines: { slug: string }[] };
    const { body } = await service.call<List>('GET', `${prefix}/synapse/machines`, { token: session });
    return body.machines.map(({ slug }) => slug);
  };
  const logOf = async (service: Service, { session }: TestUser, prefix = '') => {
    type Page = { entries: { command_template: string }[] };
    const { body } = await service.call<Page>('GET', `${prefix}/synapse/executions`, { token: session });
    return body.entries.map((entry) => entry.command_template);
  };
  const putSecret = (service: Service, { session }: TestUser, name: string, value: string, more: object = {}) =>
    service.call('PUT', `/synapse/secrets/${name}`, { token: session, body: { value, ...more } });
  const setUp = async (service: Service): Promise<TestCrew & { ada: TestUser; prefix: string }> => {
    const crew = await newCrew(service);
    const ada = await service.newUser('pro');
    await service.call('PUT', `/crews/${crew.slug}/members/${ada.username}`, {
      token: crew.members.owner.session,
      body: { role: 'keeper' },
    });
    return { ...crew, ada, prefix: `/crews/${crew.slug}` };
  };

  it('with the secrets that it uses, which are asked for first; ids and the log stay', async () => {
    const service = running();
    const { ada, slug, members, prefix } = await setUp(service);
    await putSecret(service, ada, 'SUDO', VALUE, { machines: ['web1', 'web2'], description: 'for sudo' });
    await putSecret(service, ada, 'OTHER', 'another-value-77aa1');
    await service.created('/synapse/machines', ada.session, machine('web1', { sudo_secret: 'SUDO' }));
    await service.created('/synapse/grants', ada.session, { machine: 'web1' });
    const body = { machine: 'web1', command: 'echo before' };
    const before = await service.call<{ execution_id: string }>('POST', '/synapse/exec', { token: ada.session, body });
    const needed = await move(service, ada, 'web1', { crew: slug });
    expect(needed).toMatchObject({ status: 409, body: { code: 'secrets_needed', secrets: ['SUDO'] } });
    expect(await slugsIn(service, ada)).toContain('web1');
    for (const secrets of [['OTHER'], ['SUDO', 'OTHER'], ['NOT_THERE']])
      expect(await move(service, ada, 'web1', { crew: slug, secrets })).toMatchObject({
        status: 422,
        body: { code: 'arguments_invalid' },
      });
    expect(await slugsIn(service, members.watcher, prefix)).toEqual([]);

    const moved = await move(service, ada, 'web1', { crew: slug, secrets: ['SUDO'] });
    expect(moved).toMatchObject({ status: 200, body: { slug: 'web1' } });
    expect(JSON.stringify(moved.body)).not.toContain(VALUE);
    expect(await slugsIn(service, ada)).not.toContain('web1');
    for (const [reader, where] of [
      [ada, ''],
      [members.keeper, prefix],
    ] as const) {
      const grants = await service.call('GET', `${where}/synapse/grants`, { token: reader.session });
      expect(grants.body).toEqual({ grants: [] });
    }
    expect(await slugsIn(service, members.watcher, prefix)).toEqual(['web1']);
    expect((await namesIn(service, ada)).map(({ name }) => name)).toEqual(['OTHER']);
    // It was bound to machines of a person: in the crew only this one is meant.
    expect(await namesIn(service, members.keeper, prefix)).toMatchObject([
      { name: 'SUDO', machines: ['web1'], description: 'for sudo' },
    ]);
    // It opens there, sealed for the crew, and is shown to nobody.
    const print = { machine: `${slug}/web1`, command: 'printf %s {{SUDO}} | wc -c; printf %s {{SUDO}}' };
    const ran = await service.call<{ stdout: string }>('POST', '/synapse/exec', {
      token: members.operator.session,
      body: print,
    });
    expect(ran.body.stdout).toContain(String(VALUE.length));
    expect(ran.body.stdout).not.toContain(VALUE);
    // What was done before is read where it was.
    const old = await service.call('GET', `/synapse/executions/${before.body.execution_id}`, { token: ada.session });
    expect(old.body).toMatchObject({ stdout: 'before\n', machine: 'web1' });
    expect(await logOf(service, ada)).toEqual([
      `machine move web1 to ${slug}`,
      'echo before',
      expect.stringMatching(/^grant .* on machine web1/),
    ]);
    const told = await logOf(service, members.owner, prefix);
    expect(told).toContain('machine add web1');
    expect(told).toContain('secret put SUDO');
    expect(told).not.toContain('echo before');
    const verified = await service.call('GET', `${prefix}/synapse/audit/verify`, { token: members.owner.session });
    expect(verified.body).toMatchObject({ intact: true });
  });

  it('a secret that another of their machines uses stays with them too', async () => {
    const service = running();
    const { ada, slug, members, prefix } = await setUp(service);
    await putSecret(service, ada, 'SUDO', VALUE);
    for (const name of ['web1', 'web2'])
      await service.created('/synapse/machines', ada.session, machine(name, { sudo_secret: 'SUDO' }));
    expect((await move(service, ada, 'web1', { crew: slug, secrets: ['SUDO'] })).status).toBe(200);
    expect((await namesIn(service, ada)).map(({ name }) => name)).toEqual(['SUDO']);
    // What the crew has by that name is its own from now on: the next one uses that, and nothing replaces it.
    expect((await move(service, ada, 'web2', { crew: slug, secrets: ['SUDO'] })).status).toBe(422);
    expect((await move(service, ada, 'web2', { crew: slug })).status).toBe(200);
    expect((await namesIn(service, members.keeper, prefix)).map(({ name }) => name)).toEqual(['SUDO']);
  });

  it('only to a crew where one is a keeper, where the slug is free, and when nothing runs on it', async () => {
    const service = running();
    const { ada, slug, members, stranger, prefix } = await setUp(service);
    await service.created('/synapse/machines', ada.session, machine('web1'));
    expect((await move(service, ada, 'nowhere', { crew: slug })).status).toBe(404);
    expect((await move(service, ada, 'web1', { crew: 'no-such-crew' })).status).toBe(404);
    await service.created('/synapse/machines', stranger.session, machine('web1'));
    expect((await move(service, stranger, 'web1', { crew: slug })).body.code).toBe('not_found');
    await service.call('PUT', `${prefix}/members/${stranger.username}`, {
      token: members.owner.session,
      body: { role: 'operator' },
    });
    expect((await move(service, stranger, 'web1', { crew: slug })).body.code).toBe('role_required');

    const mark = join(service.scratch, `moving-${slug}`);
    const command = `touch ${mark}; exec sleep 250`;
    const ended = service.call<{ status: string }>('POST', '/synapse/exec', {
      token: ada.session,
      body: { machine: 'web1', command, timeout_seconds: 300 },
    });
    await vi.waitUntil(() => existsSync(mark), { timeout: 60_000, interval: 20 });
    expect(await move(service, ada, 'web1', { crew: slug })).toMatchObject({
      status: 409,
      body: { code: 'machine_in_use' },
    });
    type Page = { entries: { execution_id: string }[] };
    const { body } = await service.call<Page>('GET', '/synapse/executions', { token: ada.session });
    const path = `/synapse/executions/${body.entries[0]!.execution_id}/cancel`;
    await service.call('POST', path, { token: ada.session });
    expect((await ended).body.status).toBe('cancelled');
    await service.created(`${prefix}/synapse/machines`, members.keeper.session, machine('web1'));
    expect((await move(service, ada, 'web1', { crew: slug })).body.code).toBe('machine_exists');
    expect(await slugsIn(service, ada)).toContain('web1');
  });

  it('of two who move it at the same instant one does', async () => {
    const service = running();
    const { ada, slug, members, prefix } = await setUp(service);
    await putSecret(service, ada, 'SUDO', VALUE);
    await service.created('/synapse/machines', ada.session, machine('web1', { sudo_secret: 'SUDO' }));
    const body = { crew: slug, secrets: ['SUDO'] };
    const both = await Promise.all([move(service, ada, 'web1', body), move(service, ada, 'web1', body)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await slugsIn(service, members.keeper, prefix)).toEqual(['web1']);
    expect((await namesIn(service, members.keeper, prefix)).map(({ name }) => name)).toEqual(['SUDO']);
  });
});
