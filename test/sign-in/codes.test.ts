/** Codes of an authenticator app, and recovery codes, over HTTP. On both databases. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeAt, STEP_MS } from '../../packages/server/src/second-factor/totp.ts';
import { createPostgresDatabase } from '../databases.ts';
import { type Service, startService, type TestUser } from '../service.ts';
import { fromBase32 } from './base32.ts';

describe.each(['sqlite', 'postgres'] as const)('codes on %s', (dialect) => {
  let service: Service;
  let shift = 0;
  let user: TestUser;
  let secret: Buffer;
  let recovery: string[];
  beforeAll(async () => {
    const url: Record<string, string> =
      dialect === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase() } : {};
    service = await startService({ ...url, SYNAPSE_TRUST_PROXY: '127.0.0.1' });
  });
  afterAll(() => service.stop());

  const advance = (ms: number): void => {
    shift += ms;
    service.advance(ms);
  };
  /** Each is used at most once, so a test waits for the next one. */
  const nextCode = (): string => {
    advance(STEP_MS);
    return currentCode();
  };
  const currentCode = (): string => codeAt(secret, Math.floor((Date.now() + shift) / STEP_MS));
  const signIn = (code?: string, address = '203.0.113.1', who = user) =>
    service.call<{ access_token?: string; code?: string; detail?: string }>('POST', '/auth/login', {
      form: { username: who.username, password: who.password, ...(code === undefined ? {} : { code }) },
      headers: { 'x-forwarded-for': address },
    });
  const post = <T = Record<string, unknown>>(path: string, body?: unknown, token = user.session) =>
    service.call<T>('POST', path, { token, ...(body === undefined ? {} : { body }) });

  beforeEach(async () => {
    advance(300_000);
    user = await service.newUser('pro');
    const begun = await post<{ secret: string; uri: string }>('/auth/totp');
    expect(begun.status).toBe(201);
    secret = fromBase32(begun.body.secret);
    expect(begun.body.uri).toBe(`otpauth://totp/Synapse:${user.username}?secret=${begun.body.secret}&issuer=Synapse`);
    // Not confirmed: nobody is asked for anything.
    expect((await signIn()).status).toBe(200);
    const mistyped = await post('/auth/totp/confirm', { code: '000000' });
    expect([mistyped.status, mistyped.body.code]).toEqual([422, 'code_mistyped']);
    const confirmed = await post<{ recovery_codes: string[] }>('/auth/totp/confirm', { code: currentCode() });
    expect(confirmed.status).toBe(200);
    recovery = confirmed.body.recovery_codes;
  });

  it('asks for a code after the right password only, and lets a right one in [C2-SECOND-FACTOR]', async () => {
    const wrong = await service.call('POST', '/auth/login', { form: { username: user.username, password: 'wrong' } });
    expect(wrong.body.code).toBe('invalid_credentials');
    const asked = await signIn();
    expect([asked.status, asked.body.code, asked.body.access_token]).toEqual([401, 'code_required', undefined]);
    expect((await signIn('')).body.code).toBe('code_required');
    const { status, body } = await signIn(nextCode());
    expect([status, body]).toEqual([
      200,
      { access_token: expect.any(String), token_type: 'bearer', expires_in: 43_200 },
    ]);
    const listed = await service.call<{ sessions: { method: string; current: boolean }[] }>('GET', '/auth/sessions', {
      token: body.access_token,
    });
    expect(listed.body.sessions.find(({ current }) => current)?.method).toBe('code');
  });

  it('takes each code once, however parallel, and none that confirmed the app [C2-SECOND-FACTOR]', async () => {
    expect((await signIn(currentCode())).body.code).toBe('code_invalid');
    const code = nextCode();
    const burst = await Promise.all(Array.from({ length: 6 }, () => signIn(code)));
    expect(burst.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
    expect((await signIn(code)).body.code).toBe('code_invalid');
  });

  it('refuses a code that is old, from the future, or of somebody else', async () => {
    advance(10 * STEP_MS);
    const now = Math.floor((Date.now() + shift) / STEP_MS);
    for (const step of [now - 3, now + 3]) expect((await signIn(codeAt(secret, step))).body.code).toBe('code_invalid');
    expect((await signIn(codeAt(Buffer.from('another secret'), now))).body.code).toBe('code_invalid');
    expect((await signIn('x'.repeat(65))).status).toBe(422);
  });

  it('counts wrong codes, at every address together, and holds up nobody else', async () => {
    const other = await service.newUser('pro');
    const guesses = await Promise.all(Array.from({ length: 14 }, (_, at) => signIn('000000', `198.51.100.${at + 1}`)));
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    const refused = await signIn(nextCode());
    expect([refused.status, refused.body.code]).toEqual([429, 'login_throttled']);
    expect((await signIn(undefined, '198.51.100.1', other)).status).toBe(200);
    advance(300_000);
    expect((await signIn(nextCode())).status).toBe(200);
  });

  it('takes each recovery code once, however it is typed, and keeps none in the clear', async () => {
    expect(new Set(recovery).size).toBe(10);
    expect((await signIn(recovery[0])).status).toBe(200);
    expect((await signIn(recovery[0])).body.code).toBe('code_invalid');
    expect((await signIn(recovery[1]!.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    const burst = await Promise.all(Array.from({ length: 4 }, () => signIn(recovery[2])));
    expect(burst.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    const factors = await service.call('GET', '/auth/factors', { token: user.session });
    expect(factors.body.totp).toEqual({ since: expect.any(String), recovery_codes: 7 });
    const rows = await service.app.database.queries.selectFrom('recovery_codes').selectAll().execute();
    const sealed = await service.app.database.queries.selectFrom('totp').selectAll().execute();
    const kept = Buffer.concat([...rows.map(({ hash }) => hash), ...sealed.map((row) => row.sealed)]);
    expect(kept.includes(secret)).toBe(false);
    for (const code of recovery) expect(kept.includes(code.replaceAll('-', ''))).toBe(false);
    expect(service.log.join('\n')).not.toContain(recovery[5]!);
  });

  it('renews recovery codes, removes the app, and notes each change', async () => {
    const renewed = await post<{ recovery_codes: string[] }>('/auth/totp/recovery-codes');
    expect((await signIn(recovery[0])).body.code).toBe('code_invalid');
    expect((await signIn(renewed.body.recovery_codes[0])).status).toBe(200);
    expect((await post('/auth/totp')).body.code).toBe('totp_on');
    expect((await post('/auth/totp/confirm', { code: currentCode() })).body.code).toBe('totp_on');
    expect((await service.call('DELETE', '/auth/totp', { token: user.session })).status).toBe(204);
    expect((await service.call('DELETE', '/auth/totp', { token: user.session })).body.code).toBe('totp_off');
    expect((await post('/auth/totp/recovery-codes')).body.code).toBe('totp_off');
    expect((await signIn()).status).toBe(200);
    const log = await service.call<{ entries: { command_template: string }[] }>('GET', '/synapse/executions', {
      token: user.session,
    });
    expect(log.body.entries.map((entry) => entry.command_template)).toEqual([
      'authenticator app removed',
      'recovery codes renewed',
      'authenticator app added',
    ]);
  });

  it('changes nothing for a session that is older than a quarter of an hour', async () => {
    advance(16 * 60_000);
    for (const [method, path] of [
      ['POST', '/auth/totp/recovery-codes'],
      ['DELETE', '/auth/totp'],
      ['POST', '/auth/totp'],
      ['POST', '/auth/passkeys/new'],
    ] as const) {
      const answer = await service.call(method, path, { token: user.session });
      expect([answer.status, answer.body.code], path).toEqual([403, 'sign_in_again']);
    }
    expect((await signIn()).body.code).toBe('code_required');
  });

  it('is reset by an administrator alone, who ends the sessions and is named in the log', async () => {
    const path = `/admin/users/${user.id}/reset-sign-in`;
    expect((await post(path)).body.code).toBe('admin_required');
    const admin = await service.login();
    const reset = await post(path, undefined, admin);
    expect([reset.status, reset.body]).toEqual([200, { totp: true, passkeys: 0, identities: 0, sessions: 2 }]);
    expect((await service.call('GET', '/auth/me', { token: user.session })).status).toBe(401);
    const again = await signIn();
    expect(again.status).toBe(200);
    const log = await service.call<{ entries: { command_template: string }[] }>('GET', '/synapse/executions', {
      token: again.body.access_token,
    });
    expect(log.body.entries[0]!.command_template).toContain('sign-in reset by admin: 1 authenticator app');
    expect((await post('/admin/users/nobody/reset-sign-in', undefined, admin)).status).toBe(404);
    const { body } = await service.call('GET', '/synapse/audit/verify', { token: again.body.access_token });
    expect(body).toMatchObject({ intact: true });
  });
});
