/** What the authorization server keeps: found by nobody who has not the thing itself, used once, forgotten in time. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createConnections } from '../../packages/server/src/oauth/connections.ts';
import { createOauthState } from '../../packages/server/src/oauth/state.ts';
import { deleteExpired } from '../../packages/server/src/service/housekeeping.ts';
import { masterKey } from '../../packages/server/src/vault/cipher.ts';
import { createSealer } from '../../packages/server/src/vault/sealer.ts';
import { describeOnBothDatabases } from '../databases.ts';

describeOnBothDatabases('the memory of the authorization server', ({ open }) => {
  const setup = () => {
    const database = open();
    const time = { now: Date.UTC(2030, 0, 1) };
    const clock = () => time.now;
    const key = masterKey(randomBytes(32));
    const connections = createConnections(database, clock, async () => undefined);
    const state = createOauthState(database, clock, createSealer(key), { end: connections.end });
    const count = async () => (await database.queries.selectFrom('oauth_states').select('hash').execute()).length;
    return { database, time, state, count };
  };

  it('finds what was put until it ends, and forgets it then', async () => {
    const { database, time, state, count } = setup();
    const before = await count();
    const codes = state.adapter('AuthorizationCode');
    await codes.upsert('a-code', { clientId: 'c' }, 60);
    expect(await codes.find('a-code')).toEqual({ clientId: 'c' });
    expect(await state.adapter('AccessToken').find('a-code')).toBeUndefined();
    time.now += 60_000;
    expect(await codes.find('a-code')).toBeUndefined();
    time.now += 1;
    await deleteExpired(database, time.now);
    expect(await count()).toBe(before);
  });

  it('is consumed once, whoever comes at the same moment', async () => {
    const { state } = setup();
    const tokens = state.adapter('RefreshToken');
    await tokens.upsert('a-token', { clientId: 'c' }, 60);
    const all = await Promise.allSettled([1, 2, 3, 4].map(() => tokens.consume('a-token')));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await tokens.find('a-token')).toMatchObject({ consumed: expect.any(Number) });
  });

  it('keeps a client for a day, and as long as somebody uses it', async () => {
    const { time, state } = setup();
    const clients = state.adapter('Client');
    for (const id of ['unused', 'used']) await clients.upsert(id, { client_id: id });
    expect(await state.unusedClients()).toBe(2);
    await state.keepClient('used', time.now + 100 * 24 * 3600_000);
    expect(await state.unusedClients()).toBe(1);
    time.now += 25 * 3600_000;
    expect([await clients.find('unused'), await clients.find('used')]).toEqual([undefined, { client_id: 'used' }]);
    expect(await state.unusedClients()).toBe(0);
  });

  it('knows what it keeps', () => {
    expect(() => setup().state.adapter('AccessToken2')).toThrow('unknown');
  });
});
