/** Aliases and savings: from real commands to a code, and what it saves. */
import { beforeAll, describe, expect, it } from 'vitest';
import { furnish } from './furnish.ts';
import { stage } from './stage.ts';

const { url, visit } = stage();
beforeAll(async () => void (await furnish(url())));

describe('aliases', () => {
  it('installs the starters, edits in place with a way back, renames and removes', async () => {
    const { page, signIn, expectRefusal } = await visit();
    await signIn();
    await page.goto('/aliases');
    await page.getByRole('button', { name: 'Installer les alias de départ' }).first().click();
    await page.locator('[data-alias]').first().waitFor();
    await page.getByRole('button', { name: 'Nouvel alias' }).click();
    const form = page.getByRole('dialog');
    await form.locator('input[name=code]').fill('zzk');
    await form.locator('textarea[name=command]').fill('echo first');
    await form.getByLabel('Machine').selectOption('local');
    await form.getByLabel('Dossier').fill('/tmp');
    await form.getByLabel('Délai (s)').fill('20');
    await form.getByRole('button', { name: 'Nouvel alias' }).click();
    const row = page.locator('[data-alias=zzk]');
    const command = row.getByLabel('Commande de zzk');
    await command.fill('echo second');
    await command.press('Enter');
    await page.getByRole('button', { name: 'Annuler la modification' }).first().click();
    await expect.poll(() => command.inputValue()).toBe('echo first');
    await row.getByText('local · /tmp · 20 s').waitFor();

    expectRefusal(422);
    await row.getByLabel('Code de zzk').fill('git');
    await row.getByLabel('Code de zzk').press('Enter');
    await row.getByText('Code d’alias réservé').waitFor();
    await row.getByLabel('Code de zzk').fill('zzq');
    await row.getByLabel('Code de zzk').press('Enter');
    const renamed = page.locator('[data-alias=zzq]');
    await renamed.waitFor();
    await renamed.getByRole('button', { name: 'Actions : zzq' }).click();
    await page.getByRole('menuitem', { name: 'Supprimer zzq' }).click();
    await page.getByRole('dialog').getByText('Supprimer l’alias zzq ?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
    await expect.poll(() => renamed.count()).toBe(0);
  });

  it('suggests what was run often, under a code of one’s choice', async () => {
    const { page, signIn } = await visit();
    await signIn();
    await page.goto('/aliases');
    await page.getByRole('button', { name: 'Chercher des suggestions' }).click();
    const suggestion = page.locator('[data-suggestion]').filter({ hasText: 'uname --kernel-name' });
    await suggestion.getByText(/4 exécutions, ≈ \d+ tokens/).waitFor();
    await suggestion.getByRole('textbox').fill('ukn');
    await suggestion.getByRole('button', { name: 'Accepter' }).click();
    await page.locator('[data-alias=ukn]').waitFor();
    await expect.poll(() => suggestion.count()).toBe(0);

    await page.goto('/run?machine=local');
    await page.getByRole('combobox', { name: 'Commande' }).fill('@u');
    await page.getByRole('option', { name: /@ukn/ }).click();
    await page.getByRole('button', { name: 'Exécuter', exact: true }).click();
    await page.getByRole('region', { name: 'Sortie brute' }).getByText('Linux').waitFor();
    await page.goto('/aliases');
    await expect.poll(() => page.locator('[data-alias=ukn] td').nth(2).textContent()).toBe('1');
  });
});

describe('savings', () => {
  it('shows what was saved as estimates, drawn and in figures', async () => {
    const { page, signIn, checkAccessibility } = await visit();
    await signIn();
    await page.goto('/savings');
    await page.getByText('Tokens économisés (sorties)').waitFor();
    expect(await page.getByRole('main').textContent()).toMatch(/≈ [1-9]/);
    await page.getByRole('img', { name: /Tokens lus et économisés par jour sur 30 jours/ }).waitFor();
    await page.getByRole('button', { name: 'Voir les chiffres' }).click();
    await page.getByRole('columnheader', { name: 'Jour' }).waitFor();
    await checkAccessibility();
    const table = (name: string) => page.getByRole('region', { name, exact: true });
    await table('Par client')
      .getByRole('row', { name: /^console \d+ .*\s%$/ })
      .waitFor();
    await table('Par filtre')
      .getByRole('row', { name: /^ls \d+ ≈/ })
      .waitFor();
    await table('Par alias')
      .getByRole('row', { name: /^dfh 2 ≈/ })
      .waitFor();
    await table('Commandes en tête')
      .getByRole('row', { name: /^uname --kernel-name --kernel-release --machine \d+ ≈ 0/ })
      .waitFor();
    await table('Par machine')
      .getByRole('row', { name: /^local \d+ ≈/ })
      .waitFor();
    // What plain output would have cost is what was read and what was saved.
    const figure = async (label: string) =>
      Number(
        (await page.locator('.figure', { hasText: label }).locator('.figure-value').textContent())!.replace(/\D/g, ''),
      );
    const read = await figure('Lu par le modèle');
    expect(read).toBeGreaterThan(0);
    expect(await figure('Sorties brutes')).toBe(read + (await figure('Tokens économisés (sorties)')));
    expect(await page.getByRole('main').textContent()).not.toMatch(/estimation/i);
    await page.getByText('7 jours', { exact: true }).click();
    await page.getByRole('img', { name: /sur 7 jours/ }).waitFor();
  });
});
