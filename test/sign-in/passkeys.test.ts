/** Passkeys over HTTP: what is accepted, and a table of what is refused. On both databases. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../client.ts';
import { createPostgresDatabase } from '../databases.ts';
import { type Service, startService, type TestUser } from '../service.ts';
import { type Answering, createSoftwarePasskey, type SoftwarePasskey } from './software-passkey.ts';

interface Asked {
  readonly options: { readonly challenge: string; readonly rpId?: string; readonly rp?: { readonly id: string } };
}

/** Node tells each of these once, on the service's stderr, where only log records belong. */
const warnings: string[] = [];
process.on('warning', ({ message }) => warnings.push(message));

describe.each(['sqlite', 'postgres'] as const)('passkeys on %s', (dialect) => {
  let service: Service;
  let origin: string;
  let client: ReturnType<typeof createClient>;
  let user: TestUser;
  let passkey: SoftwarePasskey;
  beforeAll(async () => {
    const url: Record<string, string> =
      dialect === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase() } : {};
    service = await startService(url);
    origin = service.url.replace('127.0.0.1', 'localhost');
    client = createClient(origin);
  });
  afterAll(() => service.stop());

  const handleOf = (who: TestUser): string => Buffer.from(who.id).toString('base64url');
  const askForNew = async (who: TestUser): Promise<string> => {
    const { body } = await client.call<Asked>('POST', '/auth/passkeys/new', { token: who.session });
    expect(body.options.rp).toMatchObject({ id: 'localhost' });
    return body.options.challenge;
  };
  const askToSign = async (): Promise<string> =>
    (await client.call<Asked>('POST', '/auth/passkeys/challenge')).body.options.challenge;
  const add = async (who: TestUser, made: SoftwarePasskey, change: Partial<Answering> = {}, name = 'laptop') => {
    const answering = { challenge: await askForNew(who), origin, rpId: 'localhost', counter: 1, ...change };
    return client.call('POST', '/auth/passkeys', {
      token: who.session,
      body: { name, response: made.create(answering) },
    });
  };
  const enter = (response: object) => client.call('POST', '/auth/passkeys/session', { body: { response } });
  const signed = async (change: Partial<Answering> = {}, key = passkey) =>
    key.sign({
      challenge: await askToSign(),
      origin,
      rpId: 'localhost',
      counter: 2,
      userHandle: handleOf(user),
      ...change,
    });

  beforeEach(async () => {
    service.advance(300_000);
    user = await service.newUser('pro');
    passkey = createSoftwarePasskey();
    expect((await add(user, passkey)).status).toBe(201);
  });

  it('opens a session of the page for whoever holds it, without a password and without a code', async () => {
    const answer = await enter(await signed());
    expect([answer.status, answer.body]).toEqual([200, { expires_in: 43_200 }]);
    const cookie = answer.headers.get('set-cookie')!;
    expect(cookie).toMatch(/^synapse_session=[^;]+; Path=\/; HttpOnly; SameSite=Strict/);
    const me = await client.call('GET', '/auth/me', { headers: { cookie: cookie.split(';')[0]! } });
    expect(me.body.username).toBe(user.username);
    const factors = await client.call<{ passkeys: object[] }>('GET', '/auth/factors', { token: user.session });
    expect(factors.body).toMatchObject({ totp: null, passkeys_available: true });
    expect(factors.body.passkeys).toEqual([
      { id: expect.any(String), name: 'laptop', created_at: expect.any(String), last_used_at: expect.any(String) },
    ]);
  });

  it('refuses every answer that is not the one that was asked for [C2-PASSKEY]', async () => {
    const stranger = createSoftwarePasskey();
    const other = await service.newUser('pro');
    const theirs = createSoftwarePasskey();
    expect((await add(other, theirs)).status).toBe(201);
    const forAdding = await askForNew(user);
    const wrong: Readonly<Record<string, Partial<Answering>>> = {
      'another origin': { origin: 'https://evil.example' },
      'the same name on another port': { origin: 'http://localhost:1' },
      'another site': { rpId: 'evil.example' },
      'a made-up challenge': { challenge: Buffer.from('x'.repeat(54)).toString('base64url') },
      'a short challenge': { challenge: 'eA' },
      'a challenge for adding': { challenge: forAdding },
      'a counter that stands still': { counter: 1 },
      'a counter that goes back': { counter: 0 },
      'nobody recognised': { verified: false },
      'another user’s handle': { userHandle: handleOf(other) },
      'an answer of another kind': { type: 'webauthn.create' },
    };
    for (const [what, change] of Object.entries(wrong)) {
      // Each from a fresh count: ten failures of one address would hold up the rest.
      service.advance(300_000);
      const answer = await enter(await signed(change));
      expect([answer.status, answer.body.code, answer.headers.get('set-cookie')], what).toEqual([
        401,
        'passkey_refused',
        null,
      ]);
    }
    service.advance(300_000);
    expect((await enter(await signed({}, stranger))).body.code).toBe('passkey_refused');
    const forged = (await signed()) as { id: string; response: object };
    expect((await enter({ ...forged, id: theirs.id, rawId: theirs.id })).body.code).toBe('passkey_refused');
    expect((await enter({ ...forged, response: { ...forged.response, signature: 'AAAA' } })).status).toBe(401);
    expect((await enter({ id: 'x' })).status).toBe(422);
    // Nothing of it has locked the owner out.
    expect((await enter(await signed())).status).toBe(200);
  });

  it('takes an answer once, however parallel, and none that comes late [C2-PASSKEY]', async () => {
    const answer = await signed();
    const burst = await Promise.all(Array.from({ length: 5 }, () => enter(answer)));
    expect(burst.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    const late = await signed({ counter: 9 });
    service.advance(301_000);
    expect((await enter(late)).body.code).toBe('passkey_refused');
  });

  it('slows down whoever tries, by their address', async () => {
    const tries = await Promise.all(Array.from({ length: 12 }, async () => enter(await signed({ counter: 0 }))));
    expect(tries.map(({ status }) => status).filter((status) => status === 401)).toHaveLength(10);
    expect((await enter(await signed())).body.code).toBe('login_throttled');
  });

  it('lets nobody in whose account is disabled, or whose passkey was removed', async () => {
    const admin = await service.login();
    const path = `/admin/users/${user.id}`;
    await service.call('PATCH', path, { token: admin, body: { disabled: true } });
    expect((await enter(await signed())).body.code).toBe('passkey_refused');
    await service.call('PATCH', path, { token: admin, body: { disabled: false } });
    const session = await service.login(user.username, user.password);
    const { body } = await client.call<{ passkeys: { id: string }[] }>('GET', '/auth/factors', { token: session });
    const [{ id }] = body.passkeys as [{ id: string }];
    expect((await client.call('DELETE', `/auth/passkeys/${id}`, { token: admin })).status).toBe(404);
    const named = await client.call('PATCH', `/auth/passkeys/${id}`, { token: session, body: { name: ' blue key ' } });
    expect(named.status).toBe(204);
    expect((await client.call('DELETE', `/auth/passkeys/${id}`, { token: session })).status).toBe(204);
    expect((await enter(await signed({ counter: 3 }))).body.code).toBe('passkey_refused');
    const log = await service.call<{ entries: { command_template: string }[] }>('GET', '/synapse/executions', {
      token: session,
    });
    expect(log.body.entries.map((entry) => entry.command_template)).toEqual([
      'passkey "blue key" removed',
      'passkey renamed to "blue key"',
      'passkey "laptop" added',
    ]);
  });

  it('adds none that was asked for by somebody else, for another site, twice, or too many of', async () => {
    const other = await service.newUser('pro');
    const fresh = createSoftwarePasskey();
    expect((await add(other, fresh, { challenge: await askForNew(user) })).body.code).toBe('passkey_refused');
    expect((await add(other, fresh, { origin: 'https://evil.example' })).body.code).toBe('passkey_refused');
    expect((await add(other, fresh, { rpId: 'evil.example' })).body.code).toBe('passkey_refused');
    expect((await add(other, fresh, { verified: false })).body.code).toBe('passkey_refused');
    expect((await add(other, fresh, { challenge: await askToSign() })).body.code).toBe('passkey_refused');
    expect((await add(other, fresh, {}, ' ')).status).toBe(422);
    expect((await add(other, passkey)).body.code).toBe('passkey_taken');
    for (let count = 1; count < 20; count++) expect((await add(user, createSoftwarePasskey())).status).toBe(201);
    const full = await client.call('POST', '/auth/passkeys/new', { token: user.session });
    expect([full.status, full.body.code]).toEqual([409, 'passkeys_exceeded']);
  });

  it('offers none at an address in digits', async () => {
    const ways = await service.call('GET', '/auth/ways');
    expect(ways.body).toEqual({ single_sign_on: null, passkeys: false });
    expect((await client.call('GET', '/auth/ways')).body).toEqual({ single_sign_on: null, passkeys: true });
    const answer = await service.call('POST', '/auth/passkeys/challenge');
    expect([answer.status, answer.body.code]).toEqual([409, 'passkeys_unavailable']);
  });
});

it('makes Node warn of nothing', () => {
  expect(warnings.filter((message) => /Web Crypto/.test(message))).toEqual([]);
});
