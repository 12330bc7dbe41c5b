/** Machines and secrets: added, tried, changed, removed; a value never comes back. */
import { describe, expect, it } from 'vitest';
import { stage } from './stage.ts';

const { visit } = stage();

describe('machines', () => {
  it('shows this computer, and reaches it', async () => {
    const { page, signIn } = await visit();
    await signIn();
    await page.goto('/machines');
    const card = page.locator('[data-machine=local]');
    await card.getByText('en ligne').waitFor();
    await card.getByRole('button', { name: 'Tester la connexion' }).click();
    await card.getByText('Joignable').waitFor();
  });

  it('adds one, says why it cannot be reached, changes it with a way back, and removes it', async () => {
    const { page, signIn, checkAccessibility } = await visit();
    await signIn();
    await page.context().request.put('/synapse/secrets/SSH_PASSWORD', {
      headers: { 'x-synapse-page': '1' },
      data: { value: 'no such password' },
    });
    await page.goto('/machines');
    await page.getByRole('button', { name: 'Ajouter une machine' }).first().click();
    const form = page.getByRole('dialog');
    await form.locator('input[name=slug]').fill('web-1');
    await form.locator('input[name=host]').fill('127.0.0.1');
    await form.locator('input[name=port]').fill('1');
    await form.locator('input[name=user]').fill('nobody');
    await form.locator('select[name=password_secret]').selectOption('SSH_PASSWORD');
    await checkAccessibility();
    await form.getByRole('button', { name: 'Ajouter une machine' }).click();
    const card = page.locator('[data-machine=web-1]');
    await card.getByText('inconnu').waitFor();
    await card.getByRole('button', { name: 'Tester la connexion' }).click();
    await card
      .getByRole('status')
      .getByText(/Vérifiez l’hôte|Corrigez|coffre/)
      .waitFor();

    await card.getByRole('button', { name: 'Modifier web-1' }).click();
    await page.getByRole('dialog').locator('input[name=label]').fill('Serveur web');
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
    await card.getByRole('heading', { name: 'Serveur web' }).waitFor();
    await page.getByRole('button', { name: 'Rétablir' }).click();
    await card.getByRole('heading', { name: 'web-1' }).waitFor();

    await card.getByRole('button', { name: 'Supprimer web-1' }).click();
    await page.getByRole('dialog').getByText('Supprimer la machine web-1 ?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
    await expect.poll(() => card.count()).toBe(0);
  });
});

describe('secrets', () => {
  it('says what to do with an empty vault', async () => {
    const { page, signIn } = await visit();
    await signIn();
    await page.context().request.delete('/synapse/secrets/SSH_PASSWORD', { headers: { 'x-synapse-page': '1' } });
    await page.goto('/secrets');
    await page.getByText('Le coffre est vide').waitFor();
  });

  it('stores a value that is never shown again, warns of a short one, and forgets it', async () => {
    const { page, signIn, checkAccessibility } = await visit();
    await signIn();
    await page.goto('/secrets');
    await page.getByRole('button', { name: 'Ajouter un secret' }).first().click();
    const form = page.getByRole('dialog');
    await form.locator('input[name=name]').fill('DB_PASSWORD');
    await form.locator('textarea[name=value]').fill('court');
    await form.getByText('Valeur courte').waitFor();
    await form.locator('textarea[name=value]').fill('canary-value-7c1f');
    await checkAccessibility();
    await form.getByRole('button', { name: 'Enregistrer' }).click();
    const row = page.locator('[data-secret=DB_PASSWORD]');
    await row.waitFor();
    expect(await page.content()).not.toContain('canary-value-7c1f');
    await page.reload();
    await row.getByText('jamais').waitFor();
    expect(await page.content()).not.toContain('canary-value-7c1f');
    await row.getByRole('button', { name: 'Remplacer DB_PASSWORD' }).click();
    await page.getByRole('dialog').locator('textarea[name=value]').fill('abc');
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
    // The service itself says what a value that short cannot be protected from.
    await page
      .getByRole('alert')
      .filter({ hasText: /masqu|court/i })
      .waitFor();
    await row.getByRole('button', { name: 'Supprimer DB_PASSWORD' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
    await expect.poll(() => row.count()).toBe(0);
  });
});
