/** A person's own sessions: seen, told apart, ended one by one or all at once. On both databases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { type Service, startService, type TestUser } from '../service.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';

interface Listed {
  readonly sessions: readonly {
    readonly id: string;
    readonly current: boolean;
    readonly browser: string | null;
    readonly last_used_at: string;
  }[];
}

describe.each(['sqlite', 'postgres'] as const)('own sessions on %s', (dialect) => {
  let service: Service;
  beforeAll(async () => {
    const url: Record<string, string> =
      dialect === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase() } : {};
    service = await startService(url);
  });
  afterAll(() => service.stop());

  const signIn = async ({ username, password }: TestUser, headers: Record<string, string> = {}) => {
    const answer = await service.call<{ access_token: string }>('POST', '/auth/login', {
      form: { username, password },
      headers,
    });
    return answer.body.access_token;
  };
  const list = async (token: string) => (await service.call<Listed>('GET', '/auth/sessions', { token })).body.sessions;
  const isLive = async (token: string) => (await service.call('GET', '/auth/me', { token })).status === 200;
  const notes = async (token: string) => {
    const { body } = await service.call<{ entries: { command_template: string; machine: string }[] }>(
      ...(['GET', '/synapse/executions', { token }] as const),
    );
    return body.entries.filter(({ machine }) => machine === '-').map((entry) => entry.command_template);
  };

  it('lists them with where, since when and with what, and marks the one that asks', async () => {
    const user = await service.newUser('pro');
    const firefox = await signIn(user, { 'user-agent': FIREFOX });
    await signIn(user, { 'x-synapse-client': 'cli' });
    await signIn(user, { 'user-agent': '<script>alert(1)</script>' });
    const answer = await service.call<Listed>('GET', '/auth/sessions', { token: firefox });
    expect(answer.status).toBe(200);
    expect(answer.body.sessions).toHaveLength(4);
    expect(answer.body.sessions.find(({ current }) => current)).toEqual({
      id: expect.any(String),
      current: true,
      limited: false,
      method: 'password',
      browser: 'Firefox',
      system: 'Linux',
      address: '127.0.0.1',
      created_at: expect.any(String),
      last_used_at: expect.any(String),
      expires_at: expect.any(String),
    });
    expect(answer.body.sessions.map(({ browser }) => browser).sort()).toEqual(
      ['Firefox', 'Synapse CLI', 'node', null].sort(),
    );
    expect(JSON.stringify(answer.body)).not.toContain('script');
    // No more than a session needs: nothing in the list lets anybody in.
    expect(JSON.stringify(answer.body)).not.toMatch(/eyJ/);
  });

  it('says when each was last used, to a minute', async () => {
    const user = await service.newUser('pro');
    const [before] = await list(user.session);
    service.advance(30_000);
    expect((await list(user.session))[0]!.last_used_at).toBe(before!.last_used_at);
    service.advance(31_000);
    const [after] = await list(user.session);
    expect(Date.parse(after!.last_used_at) - Date.parse(before!.last_used_at)).toBeGreaterThan(60_000);
  });

  it('ends one, from its next call on, and notes it [C2-OWN-SESSIONS]', async () => {
    const user = await service.newUser('pro');
    const other = await signIn(user);
    const found = (await list(user.session)).find(({ current }) => !current);
    expect((await service.call('DELETE', `/auth/sessions/${found!.id}`, { token: user.session })).status).toBe(204);
    expect([await isLive(other), await isLive(user.session)]).toEqual([false, true]);
    const again = await service.call('DELETE', `/auth/sessions/${found!.id}`, { token: user.session });
    expect([again.status, again.body.code]).toEqual([404, 'not_found']);
    expect(await notes(user.session)).toEqual(['session ended']);
  });

  it('ends nobody else’s', async () => {
    const [one, two] = [await service.newUser('pro'), await service.newUser('pro')];
    const [theirs] = await list(two.session);
    expect((await service.call('DELETE', `/auth/sessions/${theirs!.id}`, { token: one.session })).status).toBe(404);
    expect((await service.call('DELETE', '/auth/sessions', { token: one.session })).status).toBe(204);
    expect([await isLive(two.session), await isLive(one.session)]).toEqual([true, false]);
  });

  it('ends every other one, and keeps the one that asks [C2-OWN-SESSIONS]', async () => {
    const user = await service.newUser('pro');
    const others = await Promise.all([signIn(user), signIn(user), signIn(user)]);
    const wrong = await service.call('DELETE', '/auth/sessions?keep=all', { token: user.session });
    expect([wrong.status, await isLive(others[0])]).toEqual([422, true]);
    expect((await service.call('DELETE', '/auth/sessions?keep=current', { token: user.session })).status).toBe(204);
    expect(await Promise.all(others.map(isLive))).toEqual([false, false, false]);
    expect(await list(user.session)).toHaveLength(1);
    expect(await notes(user.session)).toEqual(['3 sessions ended, all but the one that asked']);
  });

  it('forgets sessions that ended by themselves, and does not list those of an older password', async () => {
    const user = await service.newUser('pro');
    const change = { current_password: user.password, new_password: 'another password' };
    await service.call('POST', '/auth/password', { token: user.session, body: change });
    const fresh = await service.login(user.username, 'another password');
    expect(await list(fresh)).toHaveLength(1);
    service.advance(12 * 3600_000);
    expect(await isLive(fresh)).toBe(false);
    const last = await service.login(user.username, 'another password');
    expect(await list(last)).toHaveLength(1);
  });

  it('opens no REST call to an AI token', async () => {
    const user = await service.newUser('pro');
    const token = await service.newToken(user.session);
    expect((await service.call('GET', '/auth/sessions', { token })).body.code).toBe('token_kind_wrong');
  });
});
