/** Administration: accounts made, changed and removed by an administrator. */
import { expect, it } from 'vitest';
import { stage } from './stage.ts';

const { visit } = stage();

it('makes an account, changes it in place, and removes it after asking', async () => {
  const { page, signIn, checkAccessibility, expectRefusal } = await visit();
  await signIn();
  await page.goto('/administration');
  await page.getByText('Base de données joignable').waitFor();
  await page.getByRole('button', { name: 'Nouveau compte' }).click();
  const form = page.getByRole('dialog');
  await form.locator('input[name=username]').fill('camille');
  await form.locator('input[name=password]').fill('long enough too');
  await checkAccessibility();
  await form.getByRole('button', { name: 'Créer le compte' }).click();
  const row = page.locator('[data-user=camille]');
  await row.waitFor();

  await row.getByLabel('Plan de camille').selectOption('free');
  await page.getByText('Compte camille modifié.').first().waitFor();
  await page.reload();
  expect(await row.getByLabel('Plan de camille').inputValue()).toBe('free');

  // The switch's own input lies under its picture.
  await row.getByRole('switch', { name: 'Compte camille actif' }).click({ force: true });
  await expect.poll(() => row.getByRole('switch').isChecked()).toBe(false);

  expectRefusal(409);
  await page.getByLabel('Rôle de admin').selectOption('member');
  expect(await page.getByRole('alert').textContent()).toContain('dernier compte admin');
  await expect.poll(() => page.getByLabel('Rôle de admin').inputValue()).toBe('admin');

  await row.getByRole('button', { name: 'Supprimer camille' }).click();
  await page.getByRole('dialog').getByText('Supprimer le compte camille ?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
  await expect.poll(() => row.count()).toBe(0);
});

it('leads to the log of all accounts', async () => {
  const { page, signIn } = await visit();
  await signIn();
  await page.goto('/administration');
  await page.getByRole('link', { name: 'Journal de tous les comptes' }).click();
  await page.waitForURL('**/executions?all=true');
  expect(await page.getByLabel('Tous les comptes').isChecked()).toBe(true);
});
