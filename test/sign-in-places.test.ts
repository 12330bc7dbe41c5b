/** Wrong guesses from many addresses: slowed down as a whole, without shutting out the account's owner. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from './databases.ts';
import { type Service, startService, type TestUser } from './service.ts';

describe.each(['sqlite', 'postgres'] as const)('signing in while others guess, on %s', (dialect) => {
  let service: Service;
  let user: TestUser;
  let count = 0;
  beforeAll(async () => {
    const url: Record<string, string> =
      dialect === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase() } : {};
    service = await startService({ ...url, SYNAPSE_TRUST_PROXY: '127.0.0.1' });
  });
  afterAll(() => service.stop());
  // Counts of the test before must not affect the next one. The user signs in once, from the address of the test.
  beforeEach(async () => {
    service.advance(300_000);
    user = await service.newUser('pro');
  });

  const from = (address: string) => ({ 'x-forwarded-for': address });
  const signIn = (address: string, password: string, username = user.username) =>
    service.call<{ access_token?: string; code?: string }>('POST', '/auth/login', {
      form: { username, password },
      headers: from(address),
    });
  const stranger = () => `198.51.${Math.floor(++count / 250)}.${(count % 250) + 1}`;
  /** Each guess from another address. */
  const guess = (times: number) =>
    Promise.all(Array.from({ length: times }, async () => (await signIn(stranger(), 'wrong')).status));
  const statuses = (answers: readonly number[], wanted: number) => answers.filter((status) => status === wanted).length;

  it('lets the right password in from an address that was signed in from before, and from no other [C2-THROTTLE]', async () => {
    expect((await signIn('203.0.113.1', user.password)).status).toBe(200);
    await guess(10);
    expect((await signIn('203.0.113.2', user.password)).body.code).toBe('login_throttled');
    expect((await signIn('203.0.113.1', user.password)).status).toBe(200);
    // Again and again: successes are not counted.
    const often = await Promise.all(Array.from({ length: 12 }, () => signIn('203.0.113.1', user.password)));
    expect(often.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect((await signIn('203.0.113.2', user.password)).status).toBe(429);
  });

  it('lets nobody guess more: ten for the username, ten at a known address, however parallel [C2-THROTTLE]', async () => {
    expect((await signIn('203.0.113.3', user.password)).status).toBe(200);
    const strangers = await guess(40);
    expect([statuses(strangers, 401), statuses(strangers, 429)]).toEqual([10, 30]);
    const near = await Promise.all(Array.from({ length: 25 }, () => signIn('203.0.113.3', 'wrong')));
    expect(near.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), ...Array(15).fill(429)]);
    expect((await signIn('203.0.113.3', user.password)).body.code).toBe('login_throttled');
    expect(await guess(5)).toEqual(Array(5).fill(429));
  });

  it('knows no address of a username that is not there', async () => {
    const answers = await Promise.all(Array.from({ length: 14 }, () => signIn(stranger(), 'x', `nobody-${dialect}`)));
    expect(
      statuses(
        answers.map(({ status }) => status),
        401,
      ),
    ).toBe(10);
  });

  it('lets a session change its password meanwhile, and a stolen one guess ten times', async () => {
    const { access_token: session } = (await signIn('203.0.113.4', user.password)).body;
    await guess(10);
    const change = (current_password: string, address: string) =>
      service.call('POST', '/auth/password', {
        token: session!,
        headers: from(address),
        body: { current_password, new_password: 'another password' },
      });
    const stolen = await Promise.all(Array.from({ length: 14 }, () => change('wrong', stranger())));
    expect(
      statuses(
        stolen.map(({ status }) => status),
        401,
      ),
    ).toBe(10);
    service.advance(300_000);
    await guess(10);
    expect((await change(user.password, '203.0.113.5')).status).toBe(204);
    // With the password, all places ended except the one where it was changed.
    expect((await signIn('203.0.113.4', 'another password')).status).toBe(429);
    expect((await signIn('203.0.113.5', 'another password')).status).toBe(200);
  });

  it('forgets an address after 90 days, and all but the last twenty', async () => {
    for (let place = 1; place <= 21; place++) {
      expect((await signIn(`192.0.2.${place}`, user.password)).status).toBe(200);
      service.advance(1_000);
    }
    await guess(10);
    expect((await signIn('192.0.2.1', user.password)).status).toBe(429);
    expect((await signIn('192.0.2.2', user.password)).status).toBe(200);
    service.advance(91 * 24 * 3600_000);
    await guess(10);
    expect((await signIn('192.0.2.21', user.password)).status).toBe(429);
    const { queries } = service.app.database;
    const kept = await queries.selectFrom('sign_in_places').select('address').where('user_id', '=', user.id).execute();
    expect(kept).toHaveLength(20);
  });
});
