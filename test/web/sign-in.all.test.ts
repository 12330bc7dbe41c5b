/** The sign-in page and the frame: signing in and out, languages, appearance, palette. */
import { describe, expect, it } from 'vitest';
import { ADMIN } from './instance.ts';
import { stage } from './stage.ts';

const { visit } = stage();

describe('the door', () => {
  it('refuses a wrong password in the service’s own words, then lets the right one in', async () => {
    const { page, expectRefusal, checkAccessibility } = await visit();
    expectRefusal(401);
    await page.goto('/settings/ai-access');
    await expect.poll(() => page.url()).toContain('/sign-in?from=');
    await checkAccessibility();
    await page.getByLabel('Identifiant').fill(ADMIN.username);
    await page.locator('input[name=password]').fill('wrong');
    await page.getByRole('button', { name: 'Se connecter' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('Identifiant ou mot de passe incorrect');
    await page.getByText('Mot de passe perdu ? Un administrateur').waitFor();
    await page.locator('input[name=password]').fill(ADMIN.password);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await page.waitForURL('**/settings/ai-access');
  });

  it('keeps no credential where scripts can read it', async () => {
    const { page, signIn } = await visit();
    await signIn();
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const readable = await page.evaluate(() =>
      JSON.stringify({ ...localStorage, ...sessionStorage, cookie: document.cookie }),
    );
    expect(readable).not.toMatch(/eyJ|synapse_session|password/);
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ name: 'synapse_session', httpOnly: true, sameSite: 'Strict' });
  });

  it('never leads to another site after signing in', async () => {
    const { page } = await visit();
    for (const from of ['https://evil.example/', '//evil.example/', '/\\evil.example']) {
      await page.goto(`/sign-in?from=${encodeURIComponent(from)}`);
      await page.locator('input[name=username]').fill(ADMIN.username);
      await page.locator('input[name=password]').fill(ADMIN.password);
      await page.locator('button[type=submit]').click();
      await page.getByRole('banner').waitFor();
      expect(new URL(page.url()).pathname).not.toContain('evil');
      await page.evaluate(() => localStorage.clear());
    }
  });

  it('ends the session on the way out', async () => {
    const { page, signIn } = await visit();
    await signIn();
    await page.goto('/');
    await page.getByRole('button', { name: 'Compte de admin' }).click();
    await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
    await page.waitForURL('**/sign-in');
    expect(await page.context().cookies()).toEqual([]);
  });

  it('goes back to the door when the session ends elsewhere', async () => {
    const { page, signIn, expectRefusal } = await visit();
    expectRefusal(401);
    await signIn();
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const links = page.getByRole('link', { name: 'Administration' });
    await links.waitFor();
    await page.context().clearCookies();
    // Unless the page has noticed by itself, and the link is gone.
    await links.evaluateAll(([link]) => (link as HTMLElement | undefined)?.click());
    await page.waitForURL('**/sign-in?from=*');
    await page.getByText('Votre session a pris fin').waitFor();
    // Also for whoever opens the page later; and not for whoever had no session.
    await page.goto('/machines');
    await page.getByText('Votre session a pris fin').waitFor();
    const { page: strange } = await visit();
    await strange.goto('/machines');
    await strange.waitForURL(/sign-in\?from=%2Fmachines$/);
    await strange.locator('button[type=submit]').waitFor();
    expect(await strange.getByText('Votre session a pris fin').count()).toBe(0);
  });
});

describe('the frame', () => {
  it('leads from View through Settings to AI access', async () => {
    const { page, signIn } = await visit();
    await signIn();
    await page.goto('/');
    await page.getByRole('button', { name: 'Affichage' }).click();
    await page.getByRole('menuitem', { name: 'Réglages', exact: true }).click();
    await page.getByRole('tab', { name: 'Accès IA', selected: true }).waitFor();
    await page.getByRole('button', { name: 'Générer un jeton' }).waitFor();
  });

  it('opens anything from the keyboard', async () => {
    const { page, signIn, checkAccessibility } = await visit();
    await signIn();
    await page.goto('/');
    await page.getByRole('banner').waitFor();
    await page.keyboard.press('Control+k');
    const input = page.getByRole('combobox', { name: 'Rechercher' });
    await input.waitFor();
    await checkAccessibility();
    await input.fill('admini');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/administration');
    await page.keyboard.press('Control+k');
    await input.fill('ajouter secret');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/secrets#new');
    await page.getByRole('dialog').locator('input[name=name]').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url()).not.toContain('#new');
    await page.keyboard.press('Control+k');
    await input.fill('console sur local');
    await page.getByRole('option', { name: /Console sur .*local/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/run?machine=local');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Rechercher' }).fill('xyzzy');
    await page.getByText('Rien ne correspond.').waitFor();
    // Whoever searches runs nothing.
    expect(await page.getByRole('option', { name: /^Exécuter/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('combobox', { name: 'Rechercher' }).count()).toBe(0);
  });

  it('shows its shortcuts, and leads to pages by two letters', async () => {
    const { page, signIn, checkAccessibility } = await visit();
    await signIn();
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Raccourcis' }).getByText('Ces raccourcis').waitFor();
    await checkAccessibility();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    // A page that is still loading takes its search from the keyboard as soon as it is there.
    const { promise: pressed, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/*.js', async (route) => pressed.then(() => route.continue()));
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await page.waitForURL('**/executions');
    await page.keyboard.press('/');
    letGo();
    const search = page.getByRole('textbox', { name: /Chercher une commande/ });
    await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
    // In a field, letters are letters.
    await page.keyboard.type('g c');
    expect(await search.inputValue()).toBe('g c');
    expect(page.url()).toContain('/executions');
  });

  it('runs a command from the palette', async () => {
    const { page, signIn } = await visit();
    await signIn();
    await page.goto('/');
    await page.getByRole('banner').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Rechercher' }).fill('> echo from-the-palette');
    await page.getByRole('option', { name: /^Exécuter « echo from-the-palette »/ }).click();
    await page.waitForURL('**/run');
    await page.getByRole('region', { name: 'Sortie brute' }).getByText('from-the-palette').waitFor();
    expect(await page.locator('.run-tab').count()).toBe(1);
  });

  it('speaks English to who asks for it, and remembers', async () => {
    const { page, signIn } = await visit();
    await signIn();
    await page.goto('/');
    await page.getByRole('banner').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('fr');
    await page.getByRole('button', { name: 'Affichage' }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  it('turns dark and stays so', async () => {
    const { page, signIn } = await visit();
    await signIn();
    await page.goto('/');
    await page.getByRole('button', { name: 'Affichage' }).click();
    await page.getByRole('menuitemradio', { name: 'Sombre' }).click();
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await background();
    await page.reload();
    await page.getByRole('banner').waitFor();
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
    expect(await background()).toBe(dark);
  });

  it('is reachable without a pointer, content first on demand', async () => {
    const { page, signIn } = await visit();
    await signIn();
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  });

  it('says so where there is no such page', async () => {
    const { page, signIn } = await visit();
    await signIn();
    await page.goto('/no/such/page');
    await page.getByText('Cette page n’existe pas').waitFor();
  });
});
