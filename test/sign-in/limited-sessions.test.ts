/** A limited session may do everything but what only a person decides, and never becomes another one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes, type Services } from '../../packages/server/src/http/routes.ts';
import { ADMIN_PASSWORD } from '../client.ts';
import { createPostgresDatabase } from '../databases.ts';
import { type Service, startService } from '../service.ts';

const services = new Proxy({}, { get: () => ({}) }) as unknown as Services;

describe.each([
  { name: 'SQLite', settings: async () => ({}) },
  { name: 'PostgreSQL', settings: async () => ({ SYNAPSE_DATABASE_URL: await createPostgresDatabase() }) },
])('a limited session on $name', ({ settings }) => {
  let service: Service;
  let limited: string;
  let whole: string;
  beforeAll(async () => {
    service = await startService(await settings());
    whole = await service.login();
    const form = { username: 'admin', password: ADMIN_PASSWORD, limited: 'true' };
    limited = (await service.call<{ access_token: string }>('POST', '/auth/login', { form })).body.access_token;
  });
  afterAll(() => service?.stop());

  it('is refused by every call that takes a person, before anything else is looked at', async () => {
    const guarded = routes(services).filter(({ inPerson }) => inPerson);
    expect(guarded.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([
        'POST /synapse/approvals/:id',
        'PUT /synapse/policy',
        'PUT /admin/policy',
        'DELETE /synapse/freeze/:id',
        'DELETE /admin/freeze/:id',
        'POST /tda/ai/tokens',
        'GET /tda/ai/tokens',
        'POST /tda/journal/tokens',
        'POST /auth/requests/answer',
        'POST /auth/passkeys',
        'POST /auth/totp',
        'POST /admin/users',
      ]),
    );
    for (const { method, path } of guarded) {
      const call = { body: method === 'GET' || method === 'DELETE' ? undefined : {} };
      const to = path.replaceAll(/:\w+/g, 'none');
      const refused = await service.call<{ code: string; error: string }>(method, to, { token: limited, ...call });
      expect([refused.status, refused.body.code], path).toEqual([403, 'session_limited']);
      expect(JSON.stringify(refused.body), path).toContain('synapse login');
      const other = await service.call<{ code: string }>(method, to, { token: whole, ...call });
      expect(other.body?.code, path).not.toBe('session_limited');
    }
  });

  it('may do the rest', async () => {
    const run = { machine: 'local', command: 'echo hello' };
    expect((await service.call('POST', '/synapse/exec', { token: limited, body: run })).body).toMatchObject({
      stdout: 'hello\n',
    });
    const frozen = await service.call<{ id: string }>('POST', '/synapse/freeze', { token: limited, body: {} });
    expect(frozen.status).toBe(201);
    const path = `/synapse/freeze/${frozen.body.id}`;
    expect((await service.call('DELETE', path, { token: limited })).status).toBe(403);
    expect((await service.call('DELETE', path, { token: whole })).status).toBe(204);
    for (const read of ['/auth/me', '/synapse/machines', '/synapse/policy', '/synapse/approvals', '/synapse/freeze']) {
      expect((await service.call('GET', read, { token: limited })).status, read).toBe(200);
    }
  });

  it('is listed as such, and no request to sign in makes more of it', async () => {
    const { body } = await service.call<{ sessions: { current: boolean; limited: boolean }[] }>(
      'GET',
      '/auth/sessions',
      {
        token: limited,
      },
    );
    expect(body.sessions.filter(({ current }) => current)).toMatchObject([{ limited: true }]);
    expect(body.sessions.some((one) => !one.limited)).toBe(true);

    const outcome = async (wish: object) => {
      const started = await service.call<{ device_code: string; user_code: string }>('POST', '/auth/requests', {
        body: wish,
      });
      const { device_code, user_code } = started.body;
      const answer = { token: whole, body: { user_code, decision: 'approve' } };
      expect((await service.call('POST', '/auth/requests/answer', answer)).status).toBe(204);
      const polled = await service.call<{ access_token: string }>('POST', '/auth/requests/poll', {
        body: { device_code },
      });
      return (await service.call('GET', '/tda/ai/tokens', { token: polled.body.access_token })).status;
    };
    expect(await outcome({ limited: true })).toBe(403);
    expect(await outcome({})).toBe(200);
  });
});
