/** What forms and dialogs say: in the page's language, readable in the dark, never in the browser's own bubbles. */
import { beforeAll, expect, it } from 'vitest';
import { furnish } from './furnish.ts';
import { chooseAction } from './machine-panel.ts';
import { stage } from './stage.ts';

const { url, visit } = stage({ SYNAPSE_ALLOW_LOCAL: 'admin' });
beforeAll(async () => {
  await furnish(url());
});

it('a question before a removal can be read in the dark', async () => {
  const { page, signIn, checkBothThemes } = await visit();
  await signIn();
  await page.goto('/machines');
  await page.locator('[data-machine=web-1]').getByRole('button', { name: 'Actions : web-1' }).click();
  await page.getByRole('menuitem', { name: 'Supprimer web-1' }).waitFor();
  await checkBothThemes();
  await page.keyboard.press('Escape');
  await chooseAction(page, 'web-1', 'Supprimer web-1');
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer', exact: true }).waitFor();
  await checkBothThemes();
});

it.each([
  ['fr-FR', 'Afficher ou masquer la saisie', 'Enregistrer', 'Ce champ est requis.'],
  ['en-GB', 'Show or hide what is typed', 'Save', 'This field is required.'],
])('what is missing in a form is said under the field: %s', async (locale, eye, save, missing) => {
  const { page, signIn, checkAccessibility } = await visit({ locale });
  await signIn();
  await page.goto('/settings/notifications');
  const form = page.locator('form[data-channel=webhook]');
  await form.getByRole('button', { name: eye }).waitFor();
  expect(await page.getByRole('button', { name: 'Toggle password visibility' }).count()).toBe(0);
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent++;
  });
  await form.getByRole('button', { name: save }).click();
  await expect.poll(() => form.getByText(missing).count()).toBe(2);
  const address = form.locator('input[name=url]');
  expect(await address.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await address.getAttribute('aria-invalid')).toBe('true');
  await checkAccessibility();
  await address.fill('nowhere');
  await form
    .locator('.field-problem')
    .getByText(/https:/)
    .waitFor();
  await address.fill('https://example.org/hook');
  await expect.poll(() => form.getByText(missing).count()).toBe(1);
  expect(await address.getAttribute('aria-invalid')).toBeNull();
  expect(sent).toBe(0);
});

it('no form of the page is left to the browser', async () => {
  const { page, signIn } = await visit();
  await page.goto('/sign-in');
  await page.locator('button[type=submit]').click();
  expect(await page.locator('form:not([novalidate])').count()).toBe(0);
  await expect.poll(() => page.getByText('Ce champ est requis.').count()).toBe(2);
  await signIn();
  for (const address of [
    '/run',
    '/many',
    '/settings/account',
    '/settings/ai-access',
    '/secrets#new',
    '/machines#new',
  ]) {
    await page.goto(address);
    await page.locator('form').first().waitFor();
    expect(await page.locator('form:not([novalidate])').count(), address).toBe(0);
  }
});
