/** Single sign-on against a real issuer: who gets which account, role and plan. On both databases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { type Service, startService } from '../service.ts';
import { openBrowser } from './browse.ts';
import { type Person, type RealIssuer, startRealIssuer } from './real-issuer.ts';

describe.each(['sqlite', 'postgres'] as const)('single sign-on on %s', (dialect) => {
  let issuer: RealIssuer;
  let service: Service;
  let admin: string;
  beforeAll(async () => {
    issuer = await startRealIssuer();
    const url: Record<string, string> =
      dialect === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase() } : {};
    service = await startService({
      ...url,
      SYNAPSE_ALLOW_LOCAL: 'all',
      SYNAPSE_OIDC_ISSUER: issuer.url,
      SYNAPSE_OIDC_CLIENT_ID: issuer.client.id,
      SYNAPSE_OIDC_CLIENT_SECRET: issuer.client.secret,
      SYNAPSE_OIDC_CREATE: 'example.org',
      SYNAPSE_OIDC_ADMINS: 'root, /team/ops',
      SYNAPSE_OIDC_PLANS: 'dev=pro,crew=equipage',
      SYNAPSE_OIDC_CREWS: 'deck=ops:operator, bridge=ops:keeper, captains=ops:owner, lost=no-such-crew:watcher',
    });
    admin = await service.login();
  });
  afterAll(async () => {
    await service.stop();
    await issuer.stop();
  });

  const isDoor = (address: URL) => address.pathname === '/sign-in';
  /** As a browser goes: out, signed in there, and back to the page. */
  const signOn = async (person: Person | null, from?: string) => {
    const browser = openBrowser();
    issuer.next(person);
    const query = from === undefined ? '' : `?from=${encodeURIComponent(from)}`;
    const door = await browser.follow(`${service.url}/auth/single-sign-on${query}`, isDoor);
    const session = browser.cookies(new URL(service.url).host).get('synapse_session');
    const me =
      session === undefined
        ? null
        : (await service.call('GET', '/auth/me', { headers: { cookie: `synapse_session=${session}` } })).body;
    const { problem, ...rest } = Object.fromEntries(door.searchParams);
    return { problem, rest, me, session, browser };
  };
  const verified = (sub: string, more: Partial<Person> = {}): Person => ({
    sub,
    email: `${sub}@example.org`,
    email_verified: true,
    ...more,
  });
  const notesOf = async (session: string) => {
    const { body } = await service.call<{ entries: { command_template: string }[] }>('GET', '/synapse/executions', {
      headers: { cookie: `synapse_session=${session}` },
    });
    return body.entries.map((entry) => entry.command_template);
  };

  it('is offered, makes an account at the first sign-in, and finds it again at the second', async () => {
    expect((await service.call('GET', '/auth/ways')).body.single_sign_on).toBe('127.0.0.1');
    const first = await signOn(verified('ada', { preferred_username: 'ada' }), '/machines?x=1');
    expect([first.problem, first.rest]).toEqual([undefined, { done: '1', from: '/machines?x=1' }]);
    expect(first.me).toMatchObject({
      username: 'ada',
      email: 'ada@example.org',
      role: 'member',
      plan: 'free',
      disabled: false,
    });
    // The proof of where the way began is gone.
    expect(first.browser.cookies(new URL(service.url).host).has('synapse_journey')).toBe(false);
    const second = await signOn(verified('ada', { email: 'ada.new@example.org' }));
    expect(second.me?.id).toBe(first.me?.id);
    expect(await notesOf(second.session!)).toEqual(['account made for ada@example.org at 127.0.0.1']);
    const sessions = await service.call<{ sessions: { method: string }[] }>('GET', '/auth/sessions', {
      headers: { cookie: `synapse_session=${second.session}` },
    });
    expect(sessions.body.sessions.map(({ method }) => method)).toEqual(['single_sign_on', 'single_sign_on']);
    // Nobody knows a password of it.
    for (const password of ['', '!', 'ada', 'undefined']) expect(await service.login('ada', password)).toBeUndefined();
  });

  it('links an account by its e-mail address, or by a name that is one, and leaves its password', async () => {
    const account = { username: 'grace', password: 'a local password', plan: 'plus', email: 'Grace@Example.org' };
    const { id } = await service.created<{ id: string }>('/admin/users', admin, account);
    const byEmail = await signOn(verified('grace'));
    // Groups say what the plan is, also of an account that was there before.
    expect(byEmail.me).toMatchObject({ id, username: 'grace', plan: 'free' });
    expect(await notesOf(byEmail.session!)).toEqual([
      `user set grace (${id}) plan=plus->free (single sign-on)`,
      'linked with grace@example.org at 127.0.0.1',
    ]);
    expect(await service.login('grace', 'a local password')).toEqual(expect.any(String));
    const named = { username: 'joan@example.org', password: 'a local password', plan: 'pro' };
    const joan = await service.created<{ id: string }>('/admin/users', admin, named);
    expect((await signOn(verified('joan'))).me?.id).toBe(joan.id);
  });

  it('gives nobody an account that belongs to another, whatever they call themselves [C2-SIGN-ON]', async () => {
    const { me: first } = await signOn(verified('edsger'));
    const taken = await signOn(verified('a new edsger', { email: 'edsger@example.org' }));
    expect([taken.problem, taken.me]).toEqual(['oidc_other_person', null]);
    const posing = await signOn(verified('mallory', { preferred_username: 'admin' }));
    expect(posing.me?.username).toBe('admin-2');
    const posing2 = await signOn(verified('trudy', { preferred_username: 'victim@example.org' }));
    expect(posing2.me?.username).toBe('trudy@example.org');
    expect((await signOn(verified('victim'))).me?.id).not.toBe(posing2.me?.id);
    // An administrator can unlink it.
    await service.call('POST', `/admin/users/${first?.id}/reset-sign-in`, { token: admin });
    const handed = await signOn(verified('a new edsger', { email: 'edsger@example.org' }));
    expect(handed.me?.id).toBe(first?.id);
  });

  /** Four browsers of one person at once; where each ends. */
  const fourAtOnce = async (person: Person) => {
    issuer.next(person);
    const doors = Array.from({ length: 4 }, () =>
      openBrowser().follow(`${service.url}/auth/single-sign-on?from=/x`, isDoor),
    );
    return (await Promise.all(doors)).map(({ search }) => search);
  };
  const IN = '?done=1&from=%2Fx';

  it('makes one account for one person, however parallel', async () => {
    expect(await fourAtOnce(verified('twins'))).toEqual([IN, IN, IN, IN]);
    const { body } = await service.call<{ users: { email: string }[] }>('GET', '/admin/users', { token: admin });
    expect(body.users.filter(({ email }) => email === 'twins@example.org')).toHaveLength(1);
  });

  it('links an account once, however parallel, and takes nobody for somebody else', async () => {
    const account = { username: 'linus', password: 'a local password', plan: 'free', email: 'linus@example.org' };
    await service.created('/admin/users', admin, account);
    expect(await fourAtOnce(verified('linus'))).toEqual([IN, IN, IN, IN]);
    const { session } = await signOn(verified('linus'));
    expect(await notesOf(session!)).toEqual(['linked with linus@example.org at 127.0.0.1']);
  });

  it('follows groups to role and plan at each sign-in, and never removes the last administrator', async () => {
    const inGroups = async (...groups: string[]) => (await signOn(verified('barbara', { groups }))).me;
    expect(await inGroups('dev')).toMatchObject({ role: 'member', plan: 'pro' });
    expect(await inGroups('dev', 'crew', '/team/ops')).toMatchObject({ role: 'admin', plan: 'equipage' });
    expect(await inGroups('other')).toMatchObject({ role: 'member', plan: 'free' });
    await inGroups('root');
    const { body } = await service.call<{ users: { id: string; username: string }[] }>('GET', '/admin/users', {
      token: admin,
    });
    const local = body.users.find(({ username }) => username === 'admin')!;
    await service.call('PATCH', `/admin/users/${local.id}`, { token: admin, body: { role: 'member' } });
    expect(await inGroups()).toMatchObject({ role: 'admin', plan: 'free' });
    expect(service.log.join('')).toContain('groups would demote the last administrator');
    const barbara = (await signOn(verified('barbara', { groups: ['root'] }))).session;
    const headers = { cookie: `synapse_session=${barbara}`, 'x-synapse-page': '1' };
    await service.call('PATCH', `/admin/users/${local.id}`, { headers, body: { role: 'admin' } });
  });

  it('follows groups to the members of crews at each sign-in, and never takes the last owner away', async () => {
    const founder = await service.newUser('equipage');
    await service.created('/crews', founder.session, { slug: 'ops', name: 'Operations' });
    type Members = { access: { username: string; role: string; source: string }[] };
    const review = async () =>
      (await service.call<Members>('GET', '/crews/ops/access', { token: founder.session })).body.access;
    const of = async (name: string) => {
      const row = (await review()).find(({ username }) => username.startsWith(name));
      return row === undefined ? null : [row.role, row.source];
    };
    const person = (...groups: string[]) => signOn(verified('hedy', { groups }));
    await person('deck', 'lost');
    expect(await of('hedy')).toEqual(['operator', 'oidc']);
    expect(service.log.join('')).toContain('single sign-on groups name crews that do not exist');
    // The highest counts, and it is changed there.
    const { me } = await person('deck', 'bridge');
    expect(await of('hedy')).toEqual(['keeper', 'oidc']);
    const path = `/crews/ops/members/${me?.username}`;
    expect(await service.call('PUT', path, { token: founder.session, body: { role: 'watcher' } })).toMatchObject({
      status: 422,
      body: { code: 'arguments_invalid' },
    });
    expect(await of('hedy')).toEqual(['keeper', 'oidc']);
    // What runs by a role that groups gave ends when they give it no more.
    const synapse = '/crews/ops/synapse';
    await service.created(`${synapse}/machines`, founder.session, { slug: 'web1', kind: 'local' });
    const cookie = { cookie: `synapse_session=${(await person('bridge')).session}` };
    type Result = { execution_id: string; status: string; refusal?: { code: string } };
    const begun = await service.call<Result>('POST', `${synapse}/exec`, {
      headers: { ...cookie, 'x-synapse-page': '1' },
      body: { machine: 'web1', command: 'exec sleep 250', timeout_seconds: 300, wait_seconds: 0 },
    });
    expect(begun.body).toMatchObject({ status: 'running' });
    await person('other');
    expect(await of('hedy')).toBeNull();
    const end = `${synapse}/executions/${begun.body.execution_id}?wait_seconds=60`;
    expect((await service.call<Result>('GET', end, { token: founder.session })).body).toMatchObject({
      status: 'cancelled',
      refusal: { code: 'not_found' },
    });
    expect((await service.call('GET', '/crews/ops/members', { headers: cookie })).status).toBe(404);
    // Who was added by hand stays where groups say nothing.
    await service.call('PUT', path, { token: founder.session, body: { role: 'watcher' } });
    await person('other');
    expect(await of('hedy')).toEqual(['watcher', 'member']);
    await person('captains');
    expect(await of('hedy')).toEqual(['owner', 'oidc']);
    const leave = `/crews/ops/members/${founder.username}`;
    expect((await service.call('DELETE', leave, { token: founder.session })).status).toBe(204);
    // A lower role from another group would leave none, either.
    await person('deck');
    const { session } = await person();
    const headers = { cookie: `synapse_session=${session}` };
    const { body } = await service.call<Members>('GET', '/crews/ops/access', { headers });
    expect(body.access).toMatchObject([{ role: 'owner', source: 'oidc' }]);
    expect(service.log.join('')).toContain('single sign-on groups cannot set this membership');
    type Page = { entries: { command_template: string }[] };
    const log = await service.call<Page>('GET', '/crews/ops/synapse/executions', { headers });
    const told = log.body.entries.map((entry) => entry.command_template);
    expect(told).toContain(`member add ${me?.username} operator by groups`);
    expect(told).toContain(`member rm ${me?.username} by groups`);
  });

  it('lets nobody in without an account, a verified address, or an enabled account [C2-SIGN-ON]', async () => {
    const before = await service.call<{ users: object[] }>('GET', '/admin/users', { token: admin });
    const cases: readonly (readonly [Person | null, string])[] = [
      [{ sub: 'outsider', email: 'outsider@elsewhere.net', email_verified: true }, 'oidc_no_account'],
      [{ sub: 'sneaky', email: 'sneaky@example.org.evil.net', email_verified: true }, 'oidc_no_account'],
      [{ sub: 'unsure', email: 'admin@example.org', email_verified: false }, 'oidc_email_unverified'],
      [{ sub: 'silent', email: 'silent@example.org' }, 'oidc_email_unverified'],
      [{ sub: 'nameless' }, 'oidc_email_unverified'],
      [{ sub: 'odd', email: 'not an address', email_verified: true }, 'oidc_email_unverified'],
      [null, 'oidc_denied'],
    ];
    for (const [person, problem] of cases) {
      const end = await signOn(person, '/runs');
      expect([end.problem, end.session, end.rest.from]).toEqual([problem, undefined, '/runs']);
    }
    const after = await service.call<{ users: object[] }>('GET', '/admin/users', { token: admin });
    expect(after.body.users).toHaveLength(before.body.users.length);
    const { me } = await signOn(verified('leaver'));
    await service.call('PATCH', `/admin/users/${me?.id}`, { token: admin, body: { disabled: true } });
    expect((await signOn(verified('leaver'))).problem).toBe('account_disabled');
  });

  it('leads back to a path of this service only', async () => {
    for (const from of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '']) {
      expect((await signOn(verified('walker'), from)).rest.from).toBe('/');
    }
    expect((await signOn(verified('walker'), '/oauth/auth?client_id=x&state=a%26b')).rest.from).toBe(
      '/oauth/auth?client_id=x&state=a%26b',
    );
    const long = await service.call('GET', `/auth/single-sign-on?from=/${'x'.repeat(3000)}`);
    expect(long.status).toBe(422);
  });
});

it('is not offered where it is not configured, and the password way is as it was', async () => {
  const service = await startService();
  expect((await service.call('GET', '/auth/ways')).body.single_sign_on).toBeNull();
  const { status, location } = await openBrowser().get(`${service.url}/auth/single-sign-on`);
  expect([status, location]).toEqual([302, `${service.url}/sign-in?problem=oidc_off&from=%2F`]);
  expect(await service.login()).toEqual(expect.any(String));
  await service.stop();
});
