/** Single sign-on with an issuer that shares no library with us: what one side misreads, the other would not mirror. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEngine } from '../engines/describe-engine.ts';
import { freePort, locate } from '../engines/engines.ts';
import { findGlewlwyd, type Glewlwyd, type GlewlwydPerson, startGlewlwyd } from '../engines/glewlwyd.ts';
import { type Service, startService } from '../service.ts';
import { openBrowser } from './browse.ts';

const engine = await locate('glewlwyd', findGlewlwyd);

const person = (username: string, email_verified: 'true' | 'false' = 'true'): GlewlwydPerson => ({
  username,
  password: `password of ${username}`,
  email: `${username}@example.org`,
  email_verified,
});

describeEngine(engine, 'single sign-on with Glewlwyd', (root) => {
  let issuer: Glewlwyd;
  let service: Service;
  beforeAll(async () => {
    // It wants to know where we are, and we where it is: one of the two has to be told beforehand.
    const port = await freePort();
    issuer = await startGlewlwyd(root(), `http://127.0.0.1:${port}/auth/single-sign-on/callback`);
    service = await startService({
      SYNAPSE_PUBLIC_URL: `http://127.0.0.1:${port}`,
      SYNAPSE_OIDC_ISSUER: issuer.issuer,
      SYNAPSE_OIDC_CLIENT_ID: issuer.client.id,
      SYNAPSE_OIDC_CLIENT_SECRET: issuer.client.secret,
      SYNAPSE_OIDC_CREATE: 'example.org',
    });
    // One after the other: it keeps them in SQLite.
    for (const each of [person('ada'), person('grace', 'false')]) await issuer.addPerson(each);
  });
  afterAll(async () => {
    await service?.stop();
    await issuer?.stop();
  });

  /** Out to its page, signed in there, and back: the address of the page after that, and the session. */
  const signOn = async ({ username, password }: GlewlwydPerson) => {
    const browser = openBrowser();
    const isPage = ({ pathname }: URL) => pathname.endsWith('/login.html');
    const page = await browser.follow(`${service.url}/auth/single-sign-on?from=/runs`, isPage);
    expect(await browser.send(issuer.signInAt, { username, password })).toBe(200);
    const isBack = ({ pathname }: URL) => pathname === '/auth/single-sign-on/callback';
    // Its page adds that the person wants to go on as whom they signed in.
    const back = await browser.follow(`${page.searchParams.get('callback_url')}&g_continue`, isBack);
    // The service listens elsewhere than it says: there is no proxy here.
    const door = await browser.follow(
      `${service.url}${back.pathname}${back.search}`,
      (at) => at.pathname === '/sign-in',
    );
    const why = service.log.filter((line) => line.includes('single sign-on failed')).at(-1);
    return { why, door: door.searchParams, session: browser.cookies(new URL(service.url).host).get('synapse_session') };
  };

  it('makes an account from what it says, and finds it again', async () => {
    const first = await signOn(person('ada'));
    expect(Object.fromEntries(first.door), first.why).toEqual({ done: '1', from: '/runs' });
    const meOf = async (session?: string) =>
      (await service.call('GET', '/auth/me', { headers: { cookie: `synapse_session=${session}` } })).body;
    const me = await meOf(first.session);
    expect(me).toMatchObject({ username: 'ada', email: 'ada@example.org', role: 'member' });
    expect((await meOf((await signOn(person('ada'))).session)).id).toBe(me.id);
  });

  it('believes no address that it has not verified', async () => {
    const { door, session } = await signOn(person('grace', 'false'));
    expect([door.get('problem'), session]).toEqual(['oidc_email_unverified', undefined]);
  });
});
