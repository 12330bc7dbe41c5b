/** An issuer that lies, errs, hangs or is away: each time a clear end, no session, and nobody else held up. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Service, startService } from '../service.ts';
import { openBrowser } from './browse.ts';
import { CLIENT_ID, codeFor, type Lie, type LyingIssuer, startLyingIssuer } from './lying-issuer.ts';

const env = (issuer: string) => ({
  SYNAPSE_OIDC_ISSUER: issuer,
  SYNAPSE_OIDC_CLIENT_ID: CLIENT_ID,
  SYNAPSE_OIDC_CREATE: '*',
  SYNAPSE_TRUST_PROXY: '127.0.0.1',
});

describe('an issuer that lies', () => {
  let issuer: LyingIssuer;
  let service: Service;
  beforeAll(async () => {
    issuer = await startLyingIssuer();
    service = await startService(env(issuer.url));
  });
  afterAll(async () => {
    await service.stop();
    await issuer.stop();
  });
  // Failures count against the address: those of one test must not reach the next.
  beforeEach(() => service.advance(300_000));

  /** Sets out, and comes back with a code for which the issuer answers with this lie. */
  const comeBack = async (lie: Lie, change: (callback: URL) => void = () => undefined, browser = openBrowser()) => {
    const { location } = await browser.get(`${service.url}/auth/single-sign-on?from=/here`);
    const asked = new URL(location!);
    expect(asked.searchParams.get('code_challenge_method')).toBe('S256');
    const callback = new URL(asked.searchParams.get('redirect_uri')!);
    callback.searchParams.set('code', codeFor(lie, asked.searchParams.get('nonce')!));
    callback.searchParams.set('state', asked.searchParams.get('state')!);
    change(callback);
    const end = await browser.get(callback.href);
    const door = new URL(end.location ?? service.url);
    return {
      callback,
      status: end.status,
      problem: door.searchParams.get('problem'),
      from: door.searchParams.get('from'),
      session: browser.cookies(new URL(service.url).host).get('synapse_session'),
    };
  };

  const now = (): number => Math.floor(Date.now() / 1000);
  const lies: readonly (readonly [string, Lie, string])[] = [
    ['another issuer', { claims: { iss: 'https://evil.example' } }, 'oidc_answer_invalid'],
    ['another audience', { claims: { aud: 'another client' } }, 'oidc_answer_invalid'],
    ['several audiences, ours not the one', { claims: { aud: [CLIENT_ID, 'x'], azp: 'x' } }, 'oidc_answer_invalid'],
    ['another nonce', { claims: { nonce: 'another' } }, 'oidc_answer_invalid'],
    ['no nonce', { claims: { nonce: null } }, 'oidc_answer_invalid'],
    ['an expired token', { claims: { exp: now() - 3600, iat: now() - 7200 } }, 'oidc_answer_invalid'],
    ['a token of the future', { claims: { nbf: now() + 3600 } }, 'oidc_answer_invalid'],
    ['no subject', { claims: { sub: null } }, 'oidc_answer_invalid'],
    ['an endless subject', { claims: { sub: 'x'.repeat(300) } }, 'oidc_answer_invalid'],
    ['groups that are no list', { claims: { groups: { a: 1 } } }, 'oidc_answer_invalid'],
    ['a token signed by another key', { signedBy: 'another key' }, 'oidc_answer_invalid'],
    ['an unsigned token', { signedBy: 'nobody' }, 'oidc_answer_invalid'],
    ['no token', { instead: 'no id token' }, 'oidc_answer_invalid'],
    ['a code that it does not know', { instead: 'refusal' }, 'oidc_answer_invalid'],
    ['an address that is not verified', { claims: { email_verified: false } }, 'oidc_email_unverified'],
    ['an address that it says nothing about', { claims: { email_verified: null } }, 'oidc_email_unverified'],
    ['too many groups', { claims: { groups: null, _claim_names: { groups: 'x' } } }, 'oidc_groups_hidden'],
    ['an error', { instead: 'error' }, 'oidc_unreachable'],
    ['a redirect', { instead: 'redirect' }, 'oidc_unreachable'],
    ['a page', { instead: 'html' }, 'oidc_unreachable'],
    ['an answer without end', { instead: 'huge' }, 'oidc_unreachable'],
    ['nothing', { instead: 'nothing' }, 'oidc_unreachable'],
  ];

  it('lets in whom it tells the truth about', async () => {
    const end = await comeBack({});
    expect([end.problem, end.from, end.session]).toEqual([null, '/here', expect.any(String)]);
  });

  it('opens no session for any of its lies, says why, and answers others meanwhile', async () => {
    const silent = await startLyingIssuer();
    silent.describe('nothing');
    const waiting = await startService(env(silent.url));
    const unanswered = openBrowser().get(`${waiting.url}/auth/single-sign-on`);
    const ends = Promise.all(lies.map(async ([, lie]) => comeBackFrom(lie)));
    // While one of them is waited for, an ordinary sign-in is answered.
    expect(await service.login()).toEqual(expect.any(String));
    const found = (await ends).map(({ problem, session, from, status }, at) => [
      lies[at]![0],
      status,
      problem,
      from,
      session,
    ]);
    expect(found).toEqual(lies.map(([what, , problem]) => [what, 302, problem, '/here', undefined]));
    expect((await unanswered).location).toContain('problem=oidc_unreachable');
    await waiting.stop();
    await silent.stop();
    const log = service.log.join('');
    expect(log).toContain('single sign-on failed');
    // What it said is not in the log.
    expect(log).not.toMatch(/eyJ[\w-]+\.eyJ/);
  });
  /** Each from an address of its own: ten failures hold an address up. */
  let address = 0;
  const comeBackFrom = (lie: Lie) => comeBack(lie, undefined, openBrowser(`198.51.100.${++address}`));

  it('ends a way only where it began, once, and not too late', async () => {
    const other = openBrowser();
    const lost: readonly (readonly [string, (callback: URL) => void])[] = [
      ['another state', (callback) => callback.searchParams.set('state', 'another')],
      ['no state', (callback) => callback.searchParams.delete('state')],
      ['another issuer in the answer', (callback) => callback.searchParams.set('iss', 'https://evil.example')],
    ];
    for (const [what, change] of lost) {
      expect((await comeBack({}, change)).problem, what).toBe('oidc_answer_invalid');
    }
    const used = await comeBack({});
    const replayed = await other.get(used.callback.href);
    expect(replayed.location).toContain('problem=oidc_journey_lost');
    const late = await comeBack({}, () => service.advance(601_000));
    expect(late.problem).toBe('oidc_journey_lost');
    const forged = await fetch(`${service.url}/auth/single-sign-on/callback?code=x&state=y`, {
      redirect: 'manual',
      headers: { cookie: 'synapse_journey=AAAA' },
    });
    expect(forged.headers.get('location')).toContain('problem=oidc_journey_lost');
  });

  it('is not asked for ever by somebody who makes codes up', async () => {
    const before = issuer.asked();
    const problems: (string | null)[] = [];
    for (let count = 0; count < 13; count++) problems.push((await comeBack({ instead: 'refusal' })).problem);
    expect(problems).toEqual([...Array(10).fill('oidc_answer_invalid'), ...Array(3).fill('login_throttled')]);
    expect(issuer.asked() - before).toBe(10);
  });
});

describe('an issuer whose description is wrong', () => {
  let issuer: LyingIssuer;
  let service: Service;
  beforeAll(async () => {
    issuer = await startLyingIssuer();
    service = await startService(env(issuer.url));
  });
  afterAll(() => service.stop());
  const setOut = async () => (await openBrowser().get(`${service.url}/auth/single-sign-on?from=/x`)).location;

  it.each([
    ['a redirect', 'redirect' as const, 'oidc_unreachable'],
    ['a description without end', 'huge' as const, 'oidc_unreachable'],
    ['another issuer', { issuer: 'https://evil.example' }, 'oidc_answer_invalid'],
    ['no way to it', { authorization_endpoint: undefined }, 'oidc_unreachable'],
  ])('is not followed: %s', async (_what, lies, problem) => {
    issuer.describe(lies);
    const ends = await Promise.all([setOut(), setOut(), setOut()]);
    expect(ends).toEqual(Array(3).fill(`${service.url}/sign-in?problem=${problem}&from=%2Fx`));
  });

  it('is believed once it tells the truth, and missed once it is away', async () => {
    issuer.describe({});
    expect(await setOut()).toContain(`${issuer.url}/authorize?`);
    await issuer.stop();
    service.advance(3600_001);
    expect(await setOut()).toContain('problem=oidc_unreachable');
    expect(await service.login()).toEqual(expect.any(String));
  });
});
