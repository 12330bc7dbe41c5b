/** Users, sign-in, AI tokens and scopes over HTTP, on both databases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from './databases.ts';
import { ADMIN_PASSWORD, type Service, startService } from './service.ts';

describe.each(['sqlite', 'postgres'] as const)('accounts on %s', (dialect) => {
  let service: Service;
  let admin: string;
  beforeAll(async () => {
    const url: Record<string, string> =
      dialect === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase() } : {};
    service = await startService(url);
    admin = await service.login();
  });
  afterAll(() => service.stop());

  describe('signing in', () => {
    it('answers a bearer token for 12 hours [C2-LOGIN]', async () => {
      const { status, body } = await service.call('POST', '/auth/login', {
        form: { username: 'admin', password: ADMIN_PASSWORD },
      });
      expect(status).toBe(200);
      expect(body).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 43_200 });
    });

    it('answers a wrong user and a wrong password alike [C2-LOGIN-ALIKE] [C3-PROBLEM]', async () => {
      const wrongUser = await service.call('POST', '/auth/login', { form: { username: 'nobody', password: 'x' } });
      const wrongPassword = await service.call('POST', '/auth/login', { form: { username: 'admin', password: 'x' } });
      expect(wrongUser.status).toBe(401);
      expect(wrongUser.body).toEqual(wrongPassword.body);
      expect(wrongUser.body.code).toBe('invalid_credentials');
      expect(wrongUser.headers.get('content-type')).toContain('application/problem+json');
    });

    it('ends one session by signing out, all of them by a new password [C2-LOGOUT] [C2-PASSWORD]', async () => {
      const user = await service.newUser('pro');
      const [one, two] = [user.session, await service.login(user.username, user.password)];
      expect((await service.call('POST', '/auth/logout', { token: one })).status).toBe(204);
      expect((await service.call('GET', '/auth/me', { token: one })).body.code).toBe('session_invalid');
      expect((await service.call('GET', '/auth/me', { token: two })).status).toBe(200);
      const change = { current_password: user.password, new_password: 'another password' };
      const wrong = { ...change, current_password: 'wrong' };
      expect((await service.call('POST', '/auth/password', { token: two, body: wrong })).status).toBe(401);
      expect((await service.call('POST', '/auth/password', { token: two, body: change })).status).toBe(204);
      expect((await service.call('GET', '/auth/me', { token: two })).status).toBe(401);
      expect(await service.login(user.username, 'another password')).toEqual(expect.any(String));
      expect(await service.login(user.username, user.password)).toBeUndefined();
    });

    it('refuses tokens that are forged, cut or of another kind [C2-JWT]', async () => {
      const [header, payload, signature] = admin.split('.') as [string, string, string];
      const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
      // The last character of a signature has bits that count for nothing; the first one has none.
      const forged = `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`;
      for (const token of [`${header}.${payload}.${forged}`, unsigned, 'x', `${header}.${payload}`]) {
        expect((await service.call('GET', '/auth/me', { token })).status).toBe(401);
      }
      expect((await service.call('GET', '/auth/me')).body.code).toBe('session_invalid');
    });

    it('slows guessing down after ten failures, with the true wait [C2-THROTTLE]', async () => {
      // Earlier failures from this address would end earlier.
      service.advance(300_000);
      const user = await service.newUser('free');
      const guess = (password: string) =>
        service.call('POST', '/auth/login', { form: { username: user.username, password } });
      const began = performance.now();
      const burst = await Promise.all(Array.from({ length: 14 }, () => guess('wrong')));
      const statuses = burst.map(({ status }) => status).sort();
      expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
      const refused = await guess(user.password);
      expect(refused.status).toBe(429);
      expect(refused.body.code).toBe('login_throttled');
      const wait = Number(refused.headers.get('retry-after'));
      expect(wait).toBeGreaterThanOrEqual(299 - Math.ceil((performance.now() - began) / 1000));
      expect(wait).toBeLessThanOrEqual(300);
      service.advance(wait * 1000);
      expect((await guess(user.password)).status).toBe(200);
      admin = await service.login();
    });

    it('turns nobody away for signing in often with the right password, all at once too [C2-THROTTLE]', async () => {
      // Earlier failures from this address must not count here.
      service.advance(300_000);
      const user = await service.newUser('free');
      const signIn = (password: string) =>
        service.call('POST', '/auth/login', { form: { username: user.username, password } });
      for (let failure = 0; failure < 8; failure++) expect((await signIn('wrong')).status).toBe(401);
      const burst = await Promise.all(Array.from({ length: 24 }, () => signIn(user.password)));
      expect(burst.map(({ status }) => status)).toEqual(Array(24).fill(200));
      const mixed = await Promise.all(Array.from({ length: 24 }, (_, at) => signIn(at % 2 ? user.password : 'wrong')));
      const failed = mixed.filter((_, at) => at % 2 === 0).map(({ status }) => status);
      expect(failed.filter((status) => status === 401)).toHaveLength(2);
      expect(failed.filter((status) => status === 429)).toHaveLength(10);
      service.advance(300_000);
      admin = await service.login();
    });

    it('is over for what was being listened to, too [C2-JWT]', async () => {
      const user = await service.newUser('pro');
      const listen = async (token: string) => {
        const { body } = await fetch(`${service.url}/synapse/events`, {
          headers: { authorization: `Bearer ${token}` },
        });
        const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
        expect((await reader.read()).value).toBe(': open\n\n');
        return reader;
      };
      /** On a slow computer a sign of life may come before the end. */
      const end = async (reader: Awaited<ReturnType<typeof listen>>) => {
        for (let part = await reader.read(); !part.done; part = await reader.read()) expect(part.value).toMatch(/^:/);
      };
      const [one, two] = [user.session, await service.login(user.username, user.password)];
      const [first, second] = [await listen(one), await listen(two)];
      await service.call('POST', '/auth/logout', { token: one });
      await end(first);
      const admin = await service.login();
      await service.call('PATCH', `/admin/users/${user.id}`, { token: admin, body: { disabled: true } });
      await end(second);
    });

    it('opens the page by a cookie that scripts cannot read, guarded against other sites', async () => {
      const { status, headers } = await service.call('POST', '/auth/session', {
        body: { username: 'admin', password: ADMIN_PASSWORD },
      });
      expect(status).toBe(200);
      const cookie = headers.get('set-cookie')!;
      expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
      const session = { cookie: cookie.split(';')[0]! };
      expect((await service.call('GET', '/auth/me', { headers: session })).status).toBe(200);
      const forged = await service.call('POST', '/tda/ai/tokens', { headers: session, body: {} });
      expect(forged.body.code).toBe('session_invalid');
      const own = { ...session, 'x-synapse-page': '1' };
      expect((await service.call('POST', '/auth/logout', { headers: own })).status).toBe(204);
      expect((await service.call('GET', '/auth/me', { headers: session })).status).toBe(401);
    });
  });

  describe('users', () => {
    it('are made, listed, changed and removed by administrators only [C2-USERS]', async () => {
      const member = await service.newUser('free');
      const body = { username: 'x', password: 'long enough', plan: 'free' };
      expect((await service.call('POST', '/admin/users', { token: member.session, body })).body.code).toBe(
        'admin_required',
      );
      const { body: listed } = await service.call<{ users: { id: string }[] }>('GET', '/admin/users', { token: admin });
      expect(listed.users.map(({ id }) => id)).toContain(member.id);
      expect(JSON.stringify(listed)).not.toContain('argon2');
      const change = await service.call('PATCH', `/admin/users/${member.id}`, { token: admin, body: { plan: 'plus' } });
      expect(change.body).toMatchObject({ plan: 'plus', role: 'member' });
      expect((await service.call('DELETE', `/admin/users/${member.id}`, { token: admin })).status).toBe(204);
      expect((await service.call('GET', '/auth/me', { token: member.session })).status).toBe(401);
      expect((await service.call('DELETE', `/admin/users/${member.id}`, { token: admin })).status).toBe(404);
    });

    it('show administrators what each used of the day, and how the instance is doing, and nobody else', async () => {
      const member = await service.newUser('pro');
      const token = await service.newToken(member.session);
      await service.tool(token, 'synapse_list_machines');
      const { body } = await service.call<{ users: Record<string, unknown>[] }>('GET', '/admin/users', {
        token: admin,
      });
      expect(body.users.find(({ id }) => id === member.id)).toMatchObject({ calls_today: 1, daily_quota: 1000 });
      const health = await service.call('GET', '/admin/health', { token: admin });
      expect(health.body).toMatchObject({ status: 'ok', reason: null, running_commands: 0 });
      expect(Number(health.body.memory_bytes)).toBeGreaterThan(10_000_000);
      const refused = await service.call('GET', '/admin/health', { token: member.session });
      expect(refused.body.code).toBe('admin_required');
      const exec = { machine: 'nowhere', command: 'true' };
      await service.call('POST', '/synapse/exec', { token: member.session, body: exec });
      type Page = { entries: { user_id?: string }[] };
      const all = await service.call<Page>('GET', '/synapse/executions?all=true&limit=1', { token: admin });
      expect(all.body.entries[0]?.user_id).toBe(member.id);
      const own = await service.call<Page>('GET', '/synapse/executions?all=true&limit=1', { token: member.session });
      expect(own.body.entries[0]).not.toHaveProperty('user_id');
    });

    it('cannot share a name, not even in another case', async () => {
      const user = await service.newUser('free');
      const body = { username: user.username.toUpperCase(), password: 'long enough', plan: 'free' };
      expect((await service.call('POST', '/admin/users', { token: admin, body })).body.code).toBe('user_exists');
    });

    it('are asked for with or without a body', async () => {
      const headers = { 'content-type': 'application/json' };
      const deleted = await service.call('DELETE', '/admin/users/nobody', { token: admin, headers });
      expect(deleted.status).toBe(404);
      const broken = await fetch(`${service.url}/admin/users`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${admin}` },
        body: '{"username": "__proto__", "__proto__": {"role": "admin"}',
      });
      expect([broken.status, ((await broken.json()) as { code: string }).code]).toEqual([400, 'body_invalid']);
    });

    it('name each wrong field and change nothing', async () => {
      const body = { username: '', password: 'short', plan: 'gold', extra: 1 };
      const { status, body: problem } = await service.call<{ fields: { field: string }[] }>('POST', '/admin/users', {
        token: admin,
        body,
      });
      expect(status).toBe(422);
      expect([...new Set(problem.fields.map(({ field }) => field))].sort()).toEqual([
        'extra',
        'password',
        'plan',
        'username',
      ]);
    });

    it('always keep one administrator, also when two leave at once', async () => {
      const second = await service.newUser('pro', { role: 'admin' });
      const { body } = await service.call<{ id: string }>('GET', '/auth/me', { token: admin });
      const demote = (id: string, token: string) =>
        service.call('PATCH', `/admin/users/${id}`, { token, body: { role: 'member' } });
      const answers = await Promise.all([demote(body.id, admin), demote(second.id, second.session)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const still = answers[0]!.status === 409 ? admin : second.session;
      await service.call('PATCH', `/admin/users/${body.id}`, { token: still, body: { role: 'admin' } });
      await service.call('PATCH', `/admin/users/${second.id}`, { token: admin, body: { role: 'member' } });
    });

    it('stop at once when disabled: sessions and tokens [C2-DISABLED]', async () => {
      const user = await service.newUser('pro');
      const token = await service.newToken(user.session);
      expect((await service.mcp(token, 'tools/list')).status).toBe(200);
      await service.call('PATCH', `/admin/users/${user.id}`, { token: admin, body: { disabled: true } });
      expect((await service.mcp(token, 'tools/list')).status).toBe(401);
      expect((await service.call('GET', '/auth/me', { token: user.session })).status).toBe(401);
      expect(await service.login(user.username, user.password)).toBeUndefined();
    });
  });

  describe('AI tokens', () => {
    it('are shown once, in the promised form [S2-TOKEN-FORMAT] [C2-TOKEN-CREATE]', async () => {
      const { session } = await service.newUser('pro');
      const { status, body } = await service.call<Record<string, string>>('POST', '/tda/ai/tokens', {
        token: session,
        body: { label: 'Cursor' },
      });
      expect(status).toBe(201);
      expect(body.token).toMatch(/^dk_ai_[0-9A-Za-z]{40,}$/);
      expect(body).toMatchObject({
        scopes: ['mcp:read', 'mcp:write', 'mcp:synapse'],
        label: 'Cursor',
        daily_quota: 1000,
      });
      const days = (Date.parse(body.expires_at!) - Date.parse(body.created_at!)) / 86_400_000;
      expect(days).toBe(30);
      const list = await service.call('GET', '/tda/ai/tokens', { token: session });
      expect(JSON.stringify(list.body)).not.toContain(body.token);
      expect(list.body).toMatchObject({
        tokens: [{ id: body.id, status: 'active', calls_today: 0, last_used_at: null }],
      });
    });

    it('are one per user: a new one revokes the previous [S2-TOKEN-ONE]', async () => {
      const { session } = await service.newUser('pro');
      const made = await Promise.all(Array.from({ length: 5 }, () => service.newToken(session)));
      const answers = await Promise.all(made.map((token) => service.mcp(token, 'tools/list')));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
      const { body } = await service.call<{ tokens: { status: string }[] }>('GET', '/tda/ai/tokens', {
        token: session,
      });
      expect(body.tokens.filter(({ status }) => status === 'active')).toHaveLength(1);
    });

    it('end when revoked, by their owner or by the emergency link [S3-REVOKE] [S4-EMERGENCY]', async () => {
      const { session } = await service.newUser('pro');
      const first = await service.newToken(session);
      const { body } = await service.call<{ tokens: { id: string }[] }>('GET', '/tda/ai/tokens', { token: session });
      const other = await service.newUser('pro');
      expect(
        (await service.call('DELETE', `/tda/ai/tokens/${body.tokens[0]!.id}`, { token: other.session })).status,
      ).toBe(404);
      expect((await service.call('DELETE', `/tda/ai/tokens/${body.tokens[0]!.id}`, { token: session })).status).toBe(
        204,
      );
      const refused = await service.mcp<{ error: { data: { code: string } } }>(first, 'tools/list');
      expect(refused.body.error.data.code).toBe('token_revoked');
      const second = await service.newToken(session);
      for (let round = 0; round < 2; round++) {
        const revoked = await service.call('POST', `/tda/ai/tokens/emergency-revoke?token=${second}`);
        expect([revoked.status, revoked.body]).toEqual([200, { revoked: true }]);
      }
      expect((await service.mcp(second, 'tools/list')).status).toBe(401);
      for (const never of ['dk_ai_never', '', 'x'.repeat(5_000), '%zz', 'é']) {
        const unknown = await service.call('POST', `/tda/ai/tokens/emergency-revoke?token=${never}`);
        expect([never, unknown.status, unknown.body.code]).toEqual([never, 404, 'not_found']);
      }
      expect((await service.call('POST', '/tda/ai/tokens/emergency-revoke')).status).toBe(422);
      expect(service.log.join('')).not.toContain(second);
      expect(service.log.join('')).not.toContain('token=dk_ai');
    });

    it('expire [S2-TOKEN-VALIDITY] [C2-TOKEN-EXPIRED]', async () => {
      const { username, password, session } = await service.newUser('pro');
      const token = await service.newToken(session, { validity_days: 1 });
      service.advance(86_400_000 - 5_000);
      expect((await service.mcp(token, 'tools/list')).status).toBe(200);
      service.advance(10_000);
      const { status, body } = await service.mcp<{ error: { data: { code: string } } }>(token, 'tools/list');
      expect([status, body.error.data.code]).toEqual([401, 'token_expired']);
      const again = await service.login(username, password);
      const list = await service.call('GET', '/tda/ai/tokens', { token: again });
      expect(list.body).toMatchObject({ tokens: [{ status: 'expired' }] });
      admin = await service.login();
    });

    it('hold the scopes that were asked for, never more than the plan grants [C2-SCOPES]', async () => {
      const { session } = await service.newUser('free');
      const beyond = await service.call('POST', '/tda/ai/tokens', {
        token: session,
        body: { scopes: ['mcp:synapse'] },
      });
      expect([beyond.status, beyond.body.code]).toEqual([403, 'scope_not_in_plan']);
      const narrowed = await service.call('POST', '/tda/ai/tokens', {
        token: session,
        body: { scopes: ['mcp:admin', 'mcp:read'] },
      });
      expect(narrowed.body.scopes).toEqual(['mcp:read', 'mcp:admin']);
      for (const body of [{ scopes: [] }, { scopes: ['mcp:root'] }, { validity_days: 0 }, { validity_days: 366 }]) {
        expect((await service.call('POST', '/tda/ai/tokens', { token: session, body })).status).toBe(422);
      }
    });

    it('lose at once what a downgrade takes away, and gain nothing by an upgrade [C2-DOWNGRADE]', async () => {
      const names = async (token: string): Promise<string[]> => {
        const { body } = await service.mcp<{ result: { tools: { name: string }[] } }>(token, 'tools/list');
        return body.result.tools.map(({ name }) => name);
      };
      const user = await service.newUser('pro');
      const token = await service.newToken(user.session);
      expect(await names(token)).toContain('synapse_exec');
      const plan = (to: string) =>
        service.call('PATCH', `/admin/users/${user.id}`, { token: admin, body: { plan: to } });
      await plan('free');
      expect(await names(token)).not.toContain('synapse_exec');
      await plan('pro');
      // What was taken away stays away: only a new token gets what the plan grants again.
      expect(await names(token)).not.toContain('synapse_exec');
      expect(await names(token)).toContain('synapse_list_machines');
      const list = await service.call('GET', '/tda/ai/tokens', { token: user.session });
      expect(list.body).toMatchObject({ tokens: [{ status: 'active', scopes: ['mcp:read', 'mcp:write'] }] });
      await plan('free');
      const narrow = await service.newToken(user.session);
      await plan('pro');
      expect(await names(narrow)).not.toContain('synapse_exec');
      expect(await names(await service.newToken(user.session))).toContain('synapse_exec');
    });
  });

  it('notes in the log what an administrator does: who, to whom, what changed, and nothing secret', async () => {
    const boss = await service.newUser('equipage', { role: 'admin' });
    const as = (method: string, path: string, body?: object) =>
      service.call<{ id: string; version: number }>(method, path, { token: boss.session, body });
    const password = 'a password for bob';
    const account = { username: `bob-${dialect}`, password, plan: 'free', role: 'member' };
    const { id } = (await as('POST', '/admin/users', account)).body;
    const path = `/admin/users/${id}`;
    await as('PATCH', path, { plan: 'pro', role: 'admin' });
    await as('PATCH', path, { password: 'another password for bob', email: 'bob@example.com' });
    await as('PATCH', path, { disabled: true });
    await as('PATCH', path, { disabled: false });
    await as('PUT', '/admin/policy', { text: 'version: 1\n', version: 0 });
    const frozen = (await as('POST', '/admin/freeze', {})).body.id;
    await as('POST', '/admin/freeze', {});
    await as('DELETE', `/admin/freeze/${frozen}`);
    await as('DELETE', path);
    // What is refused changes nothing, so nothing is told.
    expect((await as('POST', '/admin/users', { ...account, username: boss.username })).status).toBe(409);
    expect((await as('PATCH', path, { plan: 'free' })).status).toBe(404);
    expect((await as('DELETE', path)).status).toBe(404);
    const log = await service.call<{ entries: Record<string, unknown>[] }>('GET', '/synapse/executions', {
      token: boss.session,
    });
    const bob = `${account.username} (${id})`;
    const expected = [
      `user add ${bob} plan=free role=member`,
      `user set ${bob} plan=free->pro role=member->admin`,
      `user set ${bob} password e-mail`,
      `user set ${bob} disabled`,
      `user set ${bob} enabled`,
      'instance policy changed to version 1',
      `instance freeze (${frozen})`,
      `instance unfreeze (${frozen})`,
      `user rm ${bob}`,
    ];
    expect(log.body.entries.map((entry) => entry.command_template).reverse()).toEqual(expected);
    expect(log.body.entries[0]).toMatchObject({ source: 'rest', status: 'done', ip: '127.0.0.1', exit_code: 0 });
    const { body } = await service.call('GET', '/synapse/audit/verify', { token: boss.session });
    expect(body).toMatchObject({ intact: true, entries: expected.length, findings: [] });
    const requests = service.log.map((line) => JSON.parse(line)).filter((line) => line.msg === 'request');
    const told = requests.filter((line) => line.target_id === id).map((line) => `${line.method} ${line.status}`);
    expect(told).toEqual([
      'POST 201',
      ...Array(4).fill('PATCH 200'),
      'DELETE 204',
      // Also what came too late.
      'PATCH 404',
      'DELETE 404',
    ]);
  });

  it('stores no credential in clear and logs none [C1-LOG-SECRETS]', async () => {
    const user = await service.newUser('pro');
    const token = await service.newToken(user.session);
    await service.mcp(token, 'tools/list');
    const log = service.log.join('');
    for (const secret of [token, user.session, user.password, ADMIN_PASSWORD]) expect(log).not.toContain(secret);
    const rows = JSON.stringify([
      await service.app.database.queries.selectFrom('users').selectAll().execute(),
      await service.app.database.queries.selectFrom('ai_tokens').selectAll().execute(),
    ]);
    for (const secret of [token, user.password]) expect(rows).not.toContain(secret);
  });
});
