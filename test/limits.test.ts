/** Limits: the day's quota, calls per address; exact under parallel load and across instances, on both databases. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createAdmission } from '../packages/server/src/admission/admit.ts';
import { createAudit } from '../packages/server/src/audit/audit.ts';
import { findUserByName } from '../packages/server/src/auth/user-store.ts';
import { createUsers } from '../packages/server/src/auth/users.ts';
import { createLeaveCrews } from '../packages/server/src/crews/crews.ts';
import { newId } from '../packages/server/src/ids.ts';
import { addressKey } from '../packages/server/src/limits/address.ts';
import { callsOnDay } from '../packages/server/src/limits/quota-store.ts';
import { packWindow } from '../packages/server/src/limits/window.ts';
import { deleteExpired } from '../packages/server/src/service/housekeeping.ts';
import { createTokens, narrowTokens } from '../packages/server/src/tokens/tokens.ts';
import { describeOnBothDatabases } from './databases.ts';

const DAY = 86_400_000;
/** A minute before midnight, UTC. */
const LATE = Date.UTC(2030, 0, 15, 23, 59);

describeOnBothDatabases('limits', ({ open }) => {
  let made = 0;
  const setup = async (plan: 'free' | 'pro', start = LATE) => {
    const time = { now: start };
    const clock = () => time.now;
    const database = open();
    const username = `limited-${++made}`;
    const audit = createAudit(database, clock, { instanceId: newId(), sealKey: randomBytes(32), deadAfterMs: 60_000 });
    await createUsers(database, clock, audit, {
      narrowTokens,
      leaveCrews: createLeaveCrews(async () => undefined),
      shutOut: async () => undefined,
    }).create({ username, password: 'long enough', plan, role: 'member' }, { userId: null, source: 'cli', ip: null });
    const owner = (await findUserByName(database.queries, username))!;
    const { token } = await createTokens(database, clock).create(owner, { validity_days: 365 });
    let address = 0;
    /** Each call from another address, so that only the quota counts. */
    const call = (admission = createAdmission(database, clock)) => {
      address += 1;
      const ip = `10.${made}.${address >> 8}.${address & 255}`;
      return admission.admit({ ip, token, messages: ['call'] });
    };
    return { time, clock, database, owner, token, call };
  };

  it('never lets N parallel calls pass the day’s ceiling, from two instances at once [S2-QUOTA] [C4-QUOTA-EXACT]', async () => {
    const { clock, database, owner, call } = await setup('free');
    const instances = [createAdmission(database, clock), createAdmission(open(), clock)];
    const answers = await Promise.all(Array.from({ length: 160 }, (_, index) => call(instances[index % 2])));
    const refused = answers.flatMap(({ refusals }) => refusals).filter((refusal) => refusal !== null);
    expect(refused).toHaveLength(60);
    expect(refused[0]).toMatchObject({ code: 'quota_exceeded', message: 'Quota journalier IA atteint', status: 429 });
    expect(await callsOnDay(database.queries, owner.id, Math.floor(LATE / DAY))).toBe(100);
  });

  it('starts anew at midnight UTC and says how long that is', async () => {
    const { time, call } = await setup('free');
    for (let used = 0; used < 100; used++) expect((await call()).refusals).toEqual([null]);
    expect((await call()).refusals[0]).toMatchObject({ code: 'quota_exceeded', retryAfter: 60 });
    time.now += 60_000;
    expect((await call()).refusals).toEqual([null]);
  });

  it('belongs to the user: a new token does not reset it', async () => {
    const { database, clock, owner, call } = await setup('free');
    for (let used = 0; used < 100; used++) await call();
    const { token } = await createTokens(database, clock).create(owner, { validity_days: 1 });
    const { refusals } = await createAdmission(database, clock).admit({ ip: '10.9.9.9', token, messages: ['call'] });
    expect(refusals[0]).toMatchObject({ code: 'quota_exceeded' });
  });

  it('lets only calls count for the day, and gives back what ended in 429', async () => {
    const { time, database, clock, owner, token } = await setup('pro');
    const admission = createAdmission(database, clock);
    const admitted = await admission.admit({ ip: '10.8.0.1', token, messages: ['other', 'call', 'call'] });
    expect(admitted.refusals).toEqual([null, null, null]);
    // After midnight, too, it is given back to the day from which it was taken.
    time.now += 60_000;
    await admission.admit({ ip: '10.8.0.1', token, messages: ['call'] });
    await admission.release(admitted);
    expect(await callsOnDay(database.queries, owner.id, Math.floor(LATE / DAY))).toBe(1);
    expect(await callsOnDay(database.queries, owner.id, Math.floor(time.now / DAY))).toBe(1);
  });

  it('holds an address to 200 a minute, 400 once it made a valid call, for 24 hours [S8-IP-RATE]', async () => {
    const { time, clock, database, token } = await setup('pro', LATE + 5 * DAY);
    const admission = createAdmission(database, clock);
    const ip = `10.77.${made}.1`;
    const without = () =>
      admission.admit({ ip, token: undefined, messages: ['other'] }).catch((refusal: { code: string }) => refusal.code);
    const first = await Promise.all(Array.from({ length: 210 }, without));
    expect(first.filter((code) => code === 'token_missing')).toHaveLength(200);
    expect(first.filter((code) => code === 'ip_rate_limited')).toHaveLength(10);
    const refusal = await admission.admit({ ip, token, messages: ['other'] }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'ip_rate_limited', status: 429, retryAfter: 60 });
    time.now += 59_999;
    expect(await without()).toBe('ip_rate_limited');
    time.now += 1;
    const valid = () =>
      admission.admit({ ip, token, messages: ['other'] }).then(
        () => 'in',
        (refusal: { code: string }) => refusal.code,
      );
    const second = await Promise.all(Array.from({ length: 420 }, valid));
    expect(second.filter((answer) => answer === 'in')).toHaveLength(400);
    time.now += DAY + 60_000;
    const third = await Promise.all(Array.from({ length: 210 }, without));
    expect(third.filter((code) => code === 'token_missing')).toHaveLength(200);
  });

  it('answers a batch message by message, as far as the room goes', async () => {
    const { time, database, clock, token } = await setup('pro', LATE + 9 * DAY);
    time.now += 1;
    const admission = createAdmission(database, clock);
    const ip = `10.78.${made}.1`;
    const all = Array.from({ length: 20 }, () => 'other' as const);
    for (let batch = 0; batch < 19; batch++) await admission.admit({ ip, token, messages: all });
    await admission.admit({ ip, token, messages: all.slice(0, 15) });
    const { refusals } = await admission.admit({ ip, token, messages: all.slice(0, 8) });
    expect(refusals.map((refusal) => refusal?.code ?? null)).toEqual([
      ...Array<null>(5).fill(null),
      ...Array<string>(3).fill('ip_rate_limited'),
    ]);
  });

  it('refuses no call that stops something, and lets nobody guess tokens by it', async () => {
    const { database, clock, owner, token, call } = await setup('free', LATE + 12 * DAY);
    const admission = createAdmission(database, clock);
    const ip = `10.79.${made}.1`;
    for (let used = 0; used < 100; used++) await call();
    const day = Math.floor((LATE + 12 * DAY) / DAY);
    const spent = await admission.admit({ ip, token, messages: ['stop', 'call', 'cancel'] });
    expect(spent.refusals.map((refusal) => refusal?.code ?? null)).toEqual([null, 'quota_exceeded', null]);
    for (let batch = 0; batch < 20; batch++) await admission.admit({ ip, token, messages: Array(20).fill('other') });
    const full = await admission.admit({ ip, token, messages: ['stop', 'other', 'cancel'] });
    expect(full.refusals.map((refusal) => refusal?.code ?? null)).toEqual([null, 'ip_rate_limited', null]);
    for (const wrong of [undefined, 'dk_ai_nonsense', `${token.slice(0, -1)}_`]) {
      const guess = admission.admit({ ip, token: wrong, messages: ['stop'] });
      await expect(guess).rejects.toMatchObject({ code: 'ip_rate_limited' });
    }
    expect(await callsOnDay(database.queries, owner.id, day)).toBe(100);
  });

  it('forgets what no window looks at any more', async () => {
    const { time, database, call } = await setup('pro', LATE + 20 * DAY);
    await call();
    time.now += 6 * 60_000;
    await call();
    await deleteExpired(database, time.now);
    const left = await database.queries
      .selectFrom('windows')
      .select(['hits', 'last_at'])
      .where('last_at', '>', LATE + 19 * DAY)
      .execute();
    expect(left).toEqual([{ hits: packWindow([time.now]), last_at: time.now }]);
  });
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['::FFFF:c000:0201', '192.0.2.1'],
  ['192.0.2.1:50123', '192.0.2.1'],
  ['[2001:db8:1:2:3::4]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2:3::4]', '2001:db8:1:2::/64'],
  ['unknown:thing', 'unknown:thing'],
])('counts %s as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key);
});
