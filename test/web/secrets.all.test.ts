/** The vault's page: one line each, found and narrowed by the address, the chosen one beside the list. */
import { beforeAll, expect, it } from 'vitest';
import { type Call, furnish } from './furnish.ts';
import { chooseFrom } from './machine-panel.ts';
import { stage } from './stage.ts';

const { url, visit } = stage({ SYNAPSE_ALLOW_LOCAL: 'admin' });
const WIDE = { viewport: { width: 1440, height: 800 } };
let call: Call;
beforeAll(async () => {
  call = await furnish(url());
  for (let index = 0; index < 12; index++) {
    await call('PUT', `/synapse/secrets/STAGING_${index}`, { value: `a value of staging ${index}`, folder: 'staging' });
  }
  await call('PATCH', '/synapse/secrets/STAGING_0', { machines: ['web-*'], programs: ['psql'] });
});

it('has a line of 36 px for each, and opens it beside the list', async () => {
  const { page, signIn, checkBothThemes } = await visit(WIDE);
  await signIn();
  await page.goto('/secrets');
  const row = page.locator('[data-secret=DB_PASSWORD]');
  await row.getByText('Base de données').waitFor();
  await row.getByText('expire bientôt').waitFor();
  await row.getByText('web-1, @dbp').waitFor();
  await row.locator('.dot[data-state=wait]').waitFor();
  expect(await row.locator('.secret-bound').textContent()).toBe('sans restriction');
  const bound = page.locator('[data-secret=STAGING_0]');
  expect(await bound.locator('.secret-bound').textContent()).toBe('web-*, psql');
  for (const name of ['.secret-used', '.secret-changed']) {
    expect(await row.locator(name).textContent(), name).toMatch(/^\d+ (?:s|min)$/);
  }
  const heights = await page.locator('[data-secret]').evaluateAll((rows) => rows.map((one) => one.clientHeight));
  expect(new Set(heights)).toEqual(new Set([35]));
  const { width, height } = (await row.boundingBox())!;
  await row.click({ position: { x: width * 0.7, y: height / 2 } });
  const panel = page.getByRole('complementary', { name: 'DB_PASSWORD' });
  await panel.getByRole('link', { name: 'Machine web-1' }).waitFor();
  await panel.getByText('tous les 90 jours').waitFor();
  expect(page.url()).toContain('open=DB_PASSWORD');
  expect(await page.content()).not.toContain('not-a-real-password');
  await checkBothThemes();
  await page.goBack();
  await panel.waitFor({ state: 'detached' });
  await chooseFrom(row, 'Supprimer DB_PASSWORD');
  await page.getByRole('dialog').getByText('web-1, @dbp en dépendent et ne fonctionneront plus.').waitFor();
});

it('finds and narrows by the address, and folds folders', async () => {
  const { page, signIn } = await visit(WIDE);
  await signIn();
  await page.goto('/secrets');
  const staging = page.getByRole('list', { name: 'staging' });
  await staging.waitFor();
  const fold = page.getByRole('button', { name: 'staging', exact: true });
  await fold.click();
  await staging.waitFor({ state: 'detached' });
  await page.reload();
  await fold.waitFor();
  expect(await fold.getAttribute('aria-expanded')).toBe('false');
  // What is looked for is shown, also in a folder that is folded.
  await page.getByRole('textbox', { name: /Chercher un nom/ }).fill('staging_1');
  await page.waitForURL('**/secrets?q=staging_1');
  await expect.poll(() => page.locator('[data-secret]').count()).toBe(3);
  await page.goto('/secrets');
  await page.getByLabel('Montrer').selectOption('due');
  await page.waitForURL('**/secrets?kind=due');
  await expect.poll(() => page.locator('[data-secret]').count()).toBe(1);
  await page.goto('/secrets?q=nothing-of-the-kind');
  await page.getByText('Aucun secret ne correspond').waitFor();
  await page.getByRole('link', { name: 'Retirer les filtres' }).click();
  await page.locator('[data-secret=DB_PASSWORD]').waitFor();
});

it('moves several together, and edits one, without touching a value', async () => {
  const { page, signIn, checkAccessibility } = await visit(WIDE);
  await signIn();
  await page.goto('/secrets?q=staging');
  await page.getByRole('checkbox', { name: 'Choisir STAGING_3' }).check();
  await page.getByRole('checkbox', { name: 'Choisir STAGING_4' }).check();
  await page.getByText('2 secrets choisis').waitFor();
  await page.getByRole('button', { name: 'Déplacer' }).click();
  await page.getByRole('dialog').getByLabel('Dossier').fill('moved');
  await checkAccessibility();
  await page.getByRole('dialog').getByRole('button', { name: 'Déplacer' }).click();
  await page.getByText('2 secrets déplacés.').waitFor();
  await page.goto('/secrets?open=STAGING_3');
  await page.getByRole('list', { name: 'moved' }).locator('[data-secret=STAGING_4]').waitFor();
  const panel = page.getByRole('complementary', { name: 'STAGING_3' });
  await panel.getByRole('button', { name: 'Modifier' }).click();
  const form = page.getByRole('dialog');
  expect(await form.locator('textarea[name=value]').count()).toBe(0);
  await form.getByLabel('Description').fill('For the rehearsal');
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await panel.getByText('For the rehearsal').waitFor();
  const run = (await call('POST', '/synapse/exec', {
    machine: 'local',
    command: 'printf %s "{{STAGING_3}}" | wc -c',
  })) as unknown as { stdout: string };
  expect(run.stdout.trim()).toBe(String('a value of staging 3'.length));
});

it('fits a phone, one or the other in sight', async () => {
  const { page, signIn, checkAccessibility } = await visit({
    locale: 'en-GB',
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  await signIn();
  await page.goto('/secrets');
  const row = page.locator('[data-secret=DB_PASSWORD]');
  await row.waitFor();
  expect((await row.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await row.getByRole('link').click();
  const panel = page.getByRole('complementary', { name: 'DB_PASSWORD' });
  await panel.getByText('expires soon').waitFor();
  expect(await row.isVisible()).toBe(false);
  await checkAccessibility();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await panel.getByRole('button', { name: 'Close' }).click();
  await row.waitFor();
});
