/** A program asks to be signed in from a browser: who may say yes, for how long, and what is refused. On both databases. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StartedSignIn } from '../../packages/contract/src/sign-in-requests.ts';
import { createPostgresDatabase } from '../databases.ts';
import { type Service, startService, type TestUser } from '../service.ts';

const MINUTE = 60_000;

interface Outcome {
  readonly code?: string;
  readonly access_token: string;
  readonly expires_in: number;
}

describe.each(['sqlite', 'postgres'] as const)('sign-in requests on %s', (dialect) => {
  let service: Service;
  let user: TestUser;
  beforeAll(async () => {
    const url: Record<string, string> =
      dialect === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase() } : {};
    service = await startService({ ...url, SYNAPSE_TRUST_PROXY: '127.0.0.1' });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    service.advance(6 * MINUTE);
    user = await service.newUser('pro');
  });

  const CLI = { 'x-synapse-client': 'cli', 'x-forwarded-for': '192.0.2.7' };
  const begin = async () => {
    const { status, body } = await service.call<StartedSignIn>('POST', '/auth/requests', { headers: CLI });
    expect(status).toBe(201);
    return body;
  };
  const poll = (device_code: string) =>
    service.call<Outcome>('POST', '/auth/requests/poll', { headers: CLI, body: { device_code } });
  const show = (user_code: string, token = user.session) =>
    service.call('POST', '/auth/requests/show', { token, body: { user_code } });
  const answer = (user_code: string, decision: string, token = user.session) =>
    service.call('POST', '/auth/requests/answer', { token, body: { user_code, decision } });
  const codeOf = ({ body }: { body: { code?: string } }) => body.code;

  it('waits until a person types the code, and then is signed in as that person, once [C2-BROWSER-SIGN-IN]', async () => {
    const asked = await begin();
    expect(asked).toMatchObject({ verification_uri: `${service.url}/device`, expires_in: 600 });
    expect(asked.user_code).toMatch(/^[BCDFGHJ-NP-TV-XZ]{4}-[BCDFGHJ-NP-TV-XZ]{4}$/);
    // The code belongs into the page alone: no link carries it.
    expect(asked.verification_uri).not.toContain(asked.user_code);
    expect((await poll(asked.device_code)).body).toEqual({ status: 'pending' });
    const typed = ` ${asked.user_code.toLowerCase().replace('-', ' ')} `;
    expect((await show(typed)).body).toEqual({
      program: 'Synapse CLI',
      address: '192.0.2.7',
      asked_at: expect.any(String),
    });
    expect((await answer(typed, 'approve')).status).toBe(204);
    const both = await Promise.all([poll(asked.device_code), poll(asked.device_code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    const { body } = both.find(({ status }) => status === 200)!;
    expect(body).toMatchObject({ status: 'allowed', username: user.username, token_type: 'bearer' });
    expect((await service.call('GET', '/auth/me', { token: body.access_token })).body.username).toBe(user.username);
    const log = await service.call<{ entries: { command_template: string }[] }>('GET', '/synapse/executions', {
      token: body.access_token,
    });
    expect(log.body.entries[0]!.command_template).toBe('sign-in of Synapse CLI at 192.0.2.7 allowed');
  });

  it('begins and ends with the session in which it was allowed: a stolen one does not become young again', async () => {
    service.advance(60 * MINUTE);
    const { device_code, user_code } = await begin();
    await answer(user_code, 'approve');
    const { body } = await poll(device_code);
    expect(body.expires_in).toBeLessThanOrEqual(11 * 3600);
    const { sessions } = (
      await service.call<{ sessions: Record<string, string>[] }>('GET', '/auth/sessions', { token: body.access_token })
    ).body;
    const [own, other] = [sessions.find(({ current }) => current)!, sessions.find(({ current }) => !current)!];
    expect(own).toMatchObject({ method: 'browser', browser: 'Synapse CLI', address: '192.0.2.7' });
    expect([own.created_at, own.expires_at]).toEqual([other.created_at, other.expires_at]);
    // What takes a recent sign-in is refused to it as to the old one.
    const added = await service.call('POST', '/auth/totp', { token: body.access_token });
    expect(codeOf(added)).toBe('sign_in_again');
  });

  it('is refused by a person, ends after ten minutes, and with the session in which it was allowed', async () => {
    const refused = await begin();
    expect((await answer(refused.user_code, 'deny')).status).toBe(204);
    const told = await poll(refused.device_code);
    expect([told.status, codeOf(told)]).toEqual([403, 'sign_in_refused']);
    expect(codeOf(await poll(refused.device_code))).toBe('sign_in_request_gone');

    const late = await begin();
    service.advance(10 * MINUTE);
    for (const gone of [
      await poll(late.device_code),
      await show(late.user_code),
      await answer(late.user_code, 'approve'),
    ])
      expect([gone.status, codeOf(gone)]).toEqual([404, 'sign_in_request_gone']);

    const ended = await begin();
    await answer(ended.user_code, 'approve');
    await service.call('DELETE', '/auth/sessions', { token: user.session });
    expect(codeOf(await poll(ended.device_code))).toBe('sign_in_request_gone');
  });

  it('is answered once, by somebody who is signed in, from our own page', async () => {
    const { device_code, user_code } = await begin();
    expect((await show(user_code, 'nobody')).status).toBe(401);
    expect((await answer(user_code, 'approve', 'nobody')).status).toBe(401);
    // A form of another site brings the cookie, and not the header of the page.
    const forged = await service.call('POST', '/auth/requests/answer', {
      headers: { cookie: `synapse_session=${user.session}` },
      body: { user_code, decision: 'approve' },
    });
    expect(forged.status).toBe(401);
    expect((await poll(device_code)).body).toEqual({ status: 'pending' });
    const both = await Promise.all([answer(user_code, 'approve'), answer(user_code, 'deny')]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect((await answer(user_code, 'approve')).status).toBe(404);
    // The code that the program keeps is no code for the page, and the other way round.
    expect((await poll(user_code)).status).toBe(404);
    expect((await show(device_code)).status).toBe(422);
  });

  it('can be neither guessed nor flooded', async () => {
    const tries = await Promise.all(Array.from({ length: 12 }, () => show('BCDF-GHJK')));
    expect(tries.map(({ status }) => status).sort()).toEqual([...Array(10).fill(404), 429, 429]);
    expect(tries.find(({ status }) => status === 429)!.headers.get('retry-after')).toMatch(/^\d+$/);
    const asked = await Promise.all(
      Array.from({ length: 12 }, () => service.call('POST', '/auth/requests', { headers: CLI })),
    );
    expect(asked.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 429, 429]);
    const elsewhere = { headers: { 'x-forwarded-for': '192.0.2.8' } };
    expect((await service.call('POST', '/auth/requests', elsewhere)).status).toBe(201);
  });
});
