/** Ways to sign in, at the page: sessions, an authenticator app, passkeys of Chromium, an issuer. */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { codeAt, STEP_MS } from '../../packages/server/src/second-factor/totp.ts';
import { createClient } from '../client.ts';
import { openChromium } from '../engines/chromium.ts';
import { fromBase32 } from '../sign-in/base32.ts';
import { type RealIssuer, startRealIssuer } from '../sign-in/real-issuer.ts';
import { ADMIN, type Instance, startInstance } from './instance.ts';
import { type Visit, visit } from './visit.ts';

let issuer: RealIssuer;
let instance: Instance;
let browser: Browser;
let url: string;
const open: Visit[] = [];
beforeAll(async () => {
  [issuer, browser] = await Promise.all([startRealIssuer(), openChromium()]);
  instance = await startInstance({
    SYNAPSE_OIDC_ISSUER: issuer.url,
    SYNAPSE_OIDC_CLIENT_ID: issuer.client.id,
    SYNAPSE_OIDC_CLIENT_SECRET: issuer.client.secret,
    SYNAPSE_OIDC_CREATE: 'example.org',
  });
  // Browsers hold passkeys to a name.
  url = instance.url.replace('127.0.0.1', 'localhost');
});
afterEach(async () => {
  for (const each of open.splice(0)) await each.leave();
});
afterAll(async () => {
  await browser?.close();
  await instance?.stop();
  await issuer?.stop();
});

const enter = async (): Promise<Visit> => {
  const started = await visit(browser, { url });
  open.push(started);
  return started;
};

/** Each test has somebody of its own, who has just signed in. */
const newPerson = async (username: string) => {
  const client = createClient(instance.url);
  const who = { username, password: 'a long enough password' };
  await client.created('/admin/users', await client.login(ADMIN.username, ADMIN.password), { ...who, plan: 'pro' });
  return who;
};

const signInByHand = async (page: Page, { username, password }: { username: string; password: string }) => {
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
};

describe('sessions', () => {
  it('are listed with this one marked, and end one by one or everywhere', async () => {
    const who = await newPerson('sessions');
    const { page, signIn, checkAccessibility } = await enter();
    const client = createClient(instance.url);
    const [one, two] = [await client.login(who.username, who.password), await client.login(who.username, who.password)];
    await signIn(who);
    await page.goto('/settings/security');
    const rows = page.locator('[data-session]');
    await expect.poll(() => rows.count()).toBe(3);
    expect(await rows.filter({ hasText: 'celle-ci' }).textContent()).toMatch(/Chrome sous Linux/);
    await checkAccessibility();
    await rows
      .filter({ hasNotText: 'celle-ci' })
      .first()
      .getByRole('button', { name: /Fermer la session/ })
      .click();
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('button', { name: 'Fermer toutes les autres' }).click();
    await expect.poll(() => rows.count()).toBe(1);
    for (const token of [one, two]) expect((await client.call('GET', '/auth/me', { token })).status).toBe(401);
    await page.getByRole('button', { name: 'Se déconnecter partout' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Se déconnecter partout' }).click();
    await page.waitForURL('**/sign-in');
  });
});

describe('an authenticator app', () => {
  it('is added by its picture or secret, asked for at the door, and removed', async () => {
    const who = await newPerson('codes');
    const { page, signIn, expectRefusal, checkAccessibility } = await enter();
    expectRefusal(401);
    expectRefusal(422);
    await signIn(who);
    await page.goto('/settings/security');
    await page.getByRole('button', { name: 'Ajouter une application' }).click();
    await page.getByRole('img', { name: 'Code QR pour l’application d’authentification' }).waitFor();
    await checkAccessibility();
    const secret = fromBase32((await page.getByTestId('totp-secret').textContent())!);
    const step = () => Math.floor(Date.now() / STEP_MS);
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[name=code]').fill('000000');
    await dialog.getByRole('button', { name: 'Confirmer' }).click();
    await dialog.getByRole('alert').waitFor();
    // Accepted for this step of half a minute and the next.
    await dialog.locator('input[name=code]').fill(codeAt(secret, step()));
    await dialog.getByRole('button', { name: 'Confirmer' }).click();
    const codes = (await page.getByTestId('recovery-codes').textContent())!.trim().split('\n');
    expect(codes).toHaveLength(10);
    await page.getByRole('button', { name: 'Je les ai gardés' }).click();
    await page.getByText('10 codes de secours restants').waitFor();

    await page.goto('/sign-in?from=/settings/security');
    await signInByHand(page, who);
    await page.getByLabel('Code').waitFor();
    await checkAccessibility();
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
    expect(await page.getByRole('alert').textContent()).toContain('Code incorrect');
    await page.getByLabel('Code').fill(codes[0]!);
    await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
    await page.getByText('9 codes de secours restants').waitFor();
    await page.getByRole('button', { name: 'Retirer', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retirer', exact: true }).click();
    await page.getByText('Aucune application n’est configurée.').waitFor();
  });
});

describe('passkeys', () => {
  const addAuthenticator = async (page: Page): Promise<CDPSession> => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return devtools;
  };

  it('are added, used at the door, named and removed', async () => {
    const who = await newPerson('passkeys');
    const { page, signIn, expectRefusal, checkAccessibility } = await enter();
    expectRefusal(401);
    await addAuthenticator(page);
    await signIn(who);
    await page.goto('/settings/security');
    await page.getByRole('button', { name: 'Ajouter une clé d’accès' }).click();
    await page.getByRole('dialog').locator('input[name=name]').fill('portable');
    await page.getByRole('button', { name: 'Créer' }).click();
    const name = page.getByRole('textbox', { name: 'Nom de portable' });
    await name.waitFor();
    await checkAccessibility();
    await name.fill('clé bleue');
    await name.press('Enter');
    await page.getByRole('textbox', { name: 'Nom de clé bleue' }).waitFor();

    await page.context().clearCookies();
    await page.goto('/sign-in?from=/settings/security');
    await page.getByRole('button', { name: 'Se connecter avec une clé d’accès' }).click();
    await page.waitForURL('**/settings/security');
    await page.locator('[data-session]').filter({ hasText: 'celle-ci' }).filter({ hasText: 'clé d’accès' }).waitFor();

    await page.getByRole('button', { name: 'Retirer clé bleue' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retirer' }).click();
    await page.getByText('Aucune clé d’accès.').waitFor();
    await page.context().clearCookies();
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Se connecter avec une clé d’accès' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('Clé d’accès refusée');
  });

  it('say so when the browser has none, and leave the password', async () => {
    const who = await newPerson('without');
    const { page } = await enter();
    const devtools = await addAuthenticator(page);
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Se connecter avec une clé d’accès' }).waitFor();
    await devtools.send('WebAuthn.disable');
    await page.evaluate(() => {
      navigator.credentials.get = () => Promise.reject(new DOMException('cancelled', 'NotAllowedError'));
    });
    await page.getByRole('button', { name: 'Se connecter avec une clé d’accès' }).click();
    await page.getByText('Le navigateur n’a présenté aucune clé d’accès').waitFor();
    await signInByHand(page, who);
    await page.getByRole('banner').waitFor();
  });
});

describe('an issuer', () => {
  it('lets somebody in by one press, to where they wanted to go, and says so when it does not', async () => {
    const context = await browser.newContext({ locale: 'fr-FR', baseURL: url, reducedMotion: 'reduce' });
    const page = await context.newPage();
    issuer.next({ sub: 'ada', email: 'ada@example.org', email_verified: true, preferred_username: 'ada' });
    await page.goto('/settings/security');
    await page.getByRole('link', { name: 'Se connecter avec 127.0.0.1' }).click();
    await page.waitForURL('**/settings/security');
    await page.locator('[data-session]').filter({ hasText: 'authentification unique' }).waitFor();
    const kept = await context.cookies(url);
    expect(kept.map(({ name }) => name)).toEqual(['synapse_session']);
    expect(kept[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    await context.clearCookies();
    issuer.next(null);
    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Se connecter avec 127.0.0.1' }).click();
    await page.getByText('a refusé, ou vous avez annulé').waitFor();
    await context.close();
  });
});
