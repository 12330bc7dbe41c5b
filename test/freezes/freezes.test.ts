/** A freeze by what it covers: what runs of it dies, nothing of it starts, and nobody but a person makes or lifts one. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { pidsWithArgument } from '../engines/process-tree.ts';
import { removeAtEnd } from '../left-behind.ts';
import { type Service, startService, type TestUser, USUAL_RATE } from '../service.ts';

let marks = 5_100_000 + (process.pid % 10_000) * 100;

describe.each(['sqlite', 'postgres'] as const)('a freeze on %s', (dialect) => {
  let service: Service;
  const dataDir = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-freezes-')));
  const env: Record<string, string> = { SYNAPSE_ALLOW_LOCAL: 'all', SYNAPSE_DATA_DIR: dataDir };
  beforeAll(async () => {
    if (dialect === 'postgres') env.SYNAPSE_DATABASE_URL = await createPostgresDatabase();
    service = await startService(env, USUAL_RATE);
  });
  afterAll(() => service?.stop());

  interface Owner extends TestUser {
    readonly token: string;
    readonly tokenId: string;
  }
  const newOwner = async (): Promise<Owner> => {
    const user = await service.newUser('pro');
    for (const slug of ['one', 'two'])
      await service.created('/synapse/machines', user.session, { slug, kind: 'local' });
    const made = await service.created<{ id: string; token: string }>('/tda/ai/tokens', user.session, {
      label: 'mine',
    });
    return { ...user, token: made.token, tokenId: made.id };
  };
  const freeze = (owner: TestUser, body: object = {}) =>
    service.call<Record<string, string>>('POST', '/synapse/freeze', { token: owner.session, body });
  const lift = (owner: TestUser, id: string) =>
    service.call('DELETE', `/synapse/freeze/${id}`, { token: owner.session });
  const execBySession = (owner: TestUser, machine: string, command = 'true', more: object = {}) =>
    service.call('POST', '/synapse/exec', { token: owner.session, body: { machine, command, ...more } });
  const execByToken = (owner: Owner, machine: string) =>
    service.tool(owner.token, 'synapse_exec', { machine, command: 'true' });
  /** A command that stays; resolves when it runs. */
  const startLong = async (owner: TestUser, machine: string, by: 'session' | 'token', token = '') => {
    const mark = String(++marks);
    const args = { machine, command: `sleep ${mark} & wait`, wait_seconds: 0, timeout_seconds: 60 };
    const { execution_id } =
      by === 'token'
        ? (await service.tool(token, 'synapse_exec', args)).result
        : (await service.call('POST', '/synapse/exec', { token: owner.session, body: args })).body;
    await expect.poll(() => pidsWithArgument(mark)).toHaveLength(1);
    return { id: execution_id as string, pids: () => pidsWithArgument(mark) };
  };
  const result = (owner: TestUser, id: string) =>
    service.call('GET', `/synapse/executions/${id}?wait_seconds=5`, { token: owner.session });

  it('of everything kills what runs, lets nothing start, and says so until it is lifted', async () => {
    const [owner, stranger] = [await newOwner(), await newOwner()];
    const [mine, theirs] = [await startLong(owner, 'one', 'session'), await startLong(stranger, 'one', 'session')];
    const made = await freeze(owner, { reason: 'too fast' });
    expect(made).toMatchObject({ status: 201 });
    expect(made.body).toEqual({
      id: expect.any(String),
      scope: 'user',
      machine: null,
      token: null,
      reason: 'too fast',
      created_at: expect.any(String),
      created_by: owner.username,
    });
    await expect.poll(mine.pids).toEqual([]);
    expect(await theirs.pids()).toHaveLength(1);
    const why = { code: 'frozen', message: `Exécutions gelées : tout le compte, par ${owner.username} (too fast)` };
    expect((await result(owner, mine.id)).body).toMatchObject({ status: 'cancelled', success: false, refusal: why });
    expect(await execBySession(owner, 'one')).toMatchObject({
      status: 423,
      body: { code: 'frozen', detail: why.message, title: 'Verrouillé' },
    });
    expect(await execByToken(owner, 'two')).toMatchObject({ isError: true, code: 'frozen', text: why.message });
    expect((await execBySession(stranger, 'one')).status).toBe(200);
    // The same again is the one that is there; a reason of its own does not replace the first.
    expect(await freeze(owner)).toMatchObject({ status: 200, body: made.body });
    const list = await service.call('GET', '/synapse/freeze', { token: owner.session });
    expect(list.body).toEqual({ freezes: [made.body] });
    const foreign = await service.call('GET', '/synapse/freeze', { token: stranger.session });
    expect(foreign.body).toEqual({ freezes: [] });
    expect((await lift(stranger, made.body.id!)).status).toBe(404);
    expect((await lift(owner, made.body.id!)).status).toBe(204);
    expect((await lift(owner, made.body.id!)).status).toBe(404);
    expect((await execBySession(owner, 'one')).status).toBe(200);
    const { body } = await service.call('GET', '/synapse/executions', { token: owner.session });
    expect(body.entries).toMatchObject([
      { status: 'done' },
      { status: 'refused', refusal: 'frozen', machine: 'two', token_hint: expect.any(String) },
      { status: 'refused', refusal: 'frozen', machine: 'one' },
      { status: 'cancelled', refusal: 'frozen', exit_code: 137 },
    ]);
    await freeze(stranger);
  });

  it('of a machine, of a token, or of a token on a machine covers that and no more', async () => {
    const owner = await newOwner();
    const cases = [
      { wish: { machine: 'one' }, covered: ['session one', 'token one'] },
      { wish: { token: owner.tokenId }, covered: ['token one', 'token two'] },
      { wish: { token: 'mine', machine: 'two' }, covered: ['token two'] },
    ];
    for (const { wish, covered } of cases) {
      const [bySession, byToken, elsewhere] = await Promise.all([
        startLong(owner, 'one', 'session'),
        startLong(owner, 'one', 'token', owner.token),
        startLong(owner, 'two', 'token', owner.token),
      ]);
      const running = { 'session one': bySession, 'token one': byToken, 'token two': elsewhere };
      const { body } = await freeze(owner, wish);
      for (const [name, { pids }] of Object.entries(running)) {
        if (covered.includes(name)) await expect.poll(pids).toEqual([]);
        else expect(await pids(), name).toHaveLength(1);
      }
      expect((await execBySession(owner, 'one')).status).toBe(covered.includes('session one') ? 423 : 200);
      expect((await execByToken(owner, 'two')).isError).toBe(covered.includes('token two'));
      const cancel = ({ id }: { id: string }) =>
        service.call('POST', `/synapse/executions/${id}/cancel`, { token: owner.session });
      await Promise.all(Object.values(running).map(cancel));
      expect((await lift(owner, body.id!)).status).toBe(204);
    }
  });

  it('is part of what is said of a command that is still being typed', async () => {
    const owner = await newOwner();
    const typed = async (machine: string) =>
      (
        await service.call('POST', '/synapse/explain/typed', {
          token: owner.session,
          body: { machine, command: 'true' },
        })
      ).body;
    const { id } = (await freeze(owner, { machine: 'one' })).body;
    expect(await typed('one')).toMatchObject({ explanation: null, refusal: { code: 'frozen' } });
    expect(await typed('two')).toMatchObject({ explanation: { verdict: 'allow' }, refusal: null });
    await lift(owner, id!);
    expect(await typed('one')).toMatchObject({ explanation: { verdict: 'allow' }, refusal: null });
  });

  it('of the whole instance is for administrators, and covers everybody', async () => {
    const [owner, admin] = [await newOwner(), await service.login()];
    const running = await startLong(owner, 'one', 'session');
    const ask = (method: string, path: string, token: string, body?: object) =>
      service.call<Record<string, string>>(method, path, { token, ...(body ? { body } : {}) });
    expect((await ask('POST', '/admin/freeze', owner.session, {})).status).toBe(403);
    const { status, body } = await ask('POST', '/admin/freeze', admin, { reason: 'fire' });
    expect({ status, body }).toMatchObject({ status: 201, body: { scope: 'instance', created_by: 'admin' } });
    await expect.poll(running.pids).toEqual([]);
    expect((await execBySession(owner, 'one')).body.detail).toBe(
      'Exécutions gelées : toute l’instance, par admin (fire)',
    );
    expect((await ask('GET', '/synapse/freeze', owner.session)).body).toEqual({ freezes: [body] });
    expect((await ask('GET', '/admin/freeze', admin)).body).toEqual({ freezes: [body] });
    // Whoever is frozen by it sees it; only an administrator lifts it, at either address.
    for (const [address, first] of [
      ['/synapse/freeze', true],
      ['/admin/freeze', false],
    ] as const) {
      const { id } = first ? body : (await ask('POST', '/admin/freeze', admin, {})).body;
      const refused = await ask('DELETE', `${address}/${id}`, owner.session);
      expect(refused).toMatchObject({ status: 403, body: { code: 'admin_required' } });
      expect((await execBySession(owner, 'one')).status).toBe(423);
      expect((await ask('DELETE', `${address}/${id}`, admin)).status).toBe(204);
      expect((await ask('DELETE', `${address}/${id}`, admin)).status).toBe(404);
      expect((await execBySession(owner, 'one')).status).toBe(200);
    }
  });

  it('is refused with what is wrong, and nothing is frozen', async () => {
    const owner = await newOwner();
    for (const [body, status, code] of [
      [{ machine: 'nope' }, 404, 'machine_not_found'],
      [{ token: 'nope' }, 404, 'not_found'],
      [{ machine: 'NOT A SLUG' }, 422, 'arguments_invalid'],
      [{ reason: 'x'.repeat(501) }, 422, 'arguments_invalid'],
      [{ machines: 'one' }, 422, 'arguments_invalid'],
    ] as const) {
      expect(await freeze(owner, body)).toMatchObject({ status, body: { code } });
    }
    const byToken = await service.call('POST', '/synapse/freeze', { token: owner.token, body: {} });
    expect(byToken).toMatchObject({ status: 401, body: { code: 'token_kind_wrong' } });
    expect((await service.call('POST', '/synapse/freeze', { body: {} })).status).toBe(401);
    expect((await execBySession(owner, 'one')).status).toBe(200);
  });

  it.runIf(dialect === 'sqlite')(
    'comes after the secrets and before the rate, and uses up none of the thirty',
    async () => {
      const owner = await newOwner();
      const { body } = await freeze(owner);
      expect((await execBySession(owner, 'one', 'echo {{NOPE}}')).body.code).toBe('secret_missing');
      for (let index = 0; index < 5; index++) expect((await execBySession(owner, 'one')).body.code).toBe('frozen');
      await lift(owner, body.id!);
      service.holdClock();
      for (let index = 0; index < 30; index++) expect((await execBySession(owner, 'one')).status).toBe(200);
      expect((await execBySession(owner, 'one')).body.code).toBe('exec_rate_limited');
      service.letClockRun();
      await freeze(owner);
      expect((await execBySession(owner, 'one')).body.code).toBe('frozen');
    },
  );

  it('lets nothing be opened once it is committed, however many come at that moment', async () => {
    const owner = await newOwner();
    const opened = async () => {
      const { body } = await service.call<{ entries: { status: string }[] }>('GET', '/synapse/executions?limit=200', {
        token: owner.session,
      });
      return body.entries.filter(({ status }) => status !== 'refused').length;
    };
    const orders = Array.from({ length: 25 }, () => execBySession(owner, 'one', 'sleep 30'));
    await expect.poll(opened, { interval: 5 }).toBeGreaterThan(0);
    await freeze(owner);
    const before = await opened();
    const answers = await Promise.all(orders);
    expect(await opened()).toBe(before);
    for (const { status, body } of answers) {
      if (status === 200) expect(body).toMatchObject({ status: 'cancelled', refusal: { code: 'frozen' } });
      else expect(body.code).toBe('frozen');
    }
  });

  it('outlives a restart', async () => {
    const owner = await newOwner();
    const { body } = await freeze(owner, { machine: 'one' });
    await service.stop();
    service = await startService(env, USUAL_RATE);
    expect((await execBySession(owner, 'one')).status).toBe(423);
    expect((await execBySession(owner, 'two')).status).toBe(200);
    expect((await service.call('GET', '/synapse/freeze', { token: owner.session })).body).toEqual({ freezes: [body] });
  });
});
