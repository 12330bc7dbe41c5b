/** The policy on the page: what is wrong in it, what it would have changed, and what the console says while one types. */
import { beforeAll, describe, expect, it } from 'vitest';
import { furnish } from './furnish.ts';
import { stage } from './stage.ts';

const { url, visit } = stage();
beforeAll(async () => void (await furnish(url())));

describe('the policy', () => {
  it('is typed, refused with line and column, replayed, put in force, and kept from a second window', async () => {
    const { page, signIn, expectRefusal, checkAccessibility } = await visit();
    await signIn();
    await page.goto('/settings/policy');
    const text = page.getByRole('textbox', { name: 'Texte de la politique' });
    await text.fill('default: carefull\n');
    expectRefusal(422);
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByRole('list', { name: 'Erreurs, par ligne et colonne' }).getByText('1:10').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('careful');
    await checkAccessibility();

    await text.fill('default: closed\n');
    await page.getByRole('button', { name: 'Rejouer sur les 7 derniers jours' }).click();
    await page.getByText(/auraient été décidées autrement/).waitFor();
    await text.fill('# mine\ndefault: careful\n');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Version 1 en vigueur.').first().waitFor();
    await checkAccessibility();

    const other = await visit();
    await other.signIn();
    await other.page.goto('/settings/policy');
    const second = other.page.getByRole('textbox', { name: 'Texte de la politique' });
    await expect.poll(() => second.inputValue()).toBe('# mine\ndefault: careful\n');
    await second.fill('# theirs\n');
    await text.fill('# mine again\ndefault: careful\n');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Version 2 en vigueur.').first().waitFor();
    other.expectRefusal(409);
    await other.page.getByRole('button', { name: 'Enregistrer' }).click();
    await other.page.getByText('Modifié entre-temps').waitFor();
    expect(await second.inputValue()).toBe('# theirs\n');
  });

  it('of the instance is written by an administrator, and holds for others', async () => {
    const { page, signIn, expectRefusal, checkAccessibility } = await visit();
    await signIn();
    await page.goto('/administration');
    const section = page.getByRole('region', { name: 'Politique de l’instance' });
    const text = section.getByRole('textbox', { name: 'Texte de la politique' });
    await text.fill('default: carefull\n');
    expectRefusal(422);
    await section.getByRole('button', { name: 'Enregistrer' }).click();
    await section.getByRole('list', { name: 'Erreurs, par ligne et colonne' }).getByText('1:10').waitFor();
    await text.fill('default: open\nrules:\n  - name: nowhere\n    when: { program: shutdown }\n    then: deny\n');
    await section.getByRole('button', { name: 'Enregistrer' }).click();
    await section.getByText('Version 1 en vigueur.').waitFor();
    await checkAccessibility();
    await page.goto('/run?machine=local');
    await page.getByRole('combobox', { name: 'Commande' }).fill('shutdown -h now');
    await page.locator('[data-verdict=deny]').waitFor();
  });

  it('is told in the console while one types, in words too, on a phone, in both languages', async () => {
    const { page, signIn, checkAccessibility } = await visit({ viewport: { width: 390, height: 844 } });
    await signIn();
    await page.goto('/run?machine=local');
    const command = page.getByRole('combobox', { name: 'Commande' });
    const dot = page.locator('[data-verdict]');
    await command.fill('ls /usr');
    await page.locator('[data-verdict=allow]').getByText('permis').waitFor();
    const shown = await page.locator('[data-verdict] .dot').evaluate((dot) => {
      const { width, height } = dot.getBoundingClientRect();
      return { width, height, colour: getComputedStyle(dot).backgroundColor };
    });
    expect(shown).toEqual({ width: 7, height: 7, colour: expect.not.stringMatching(/rgba\(0, 0, 0, 0\)/) });
    await command.fill('rm -rf /');
    await page.locator('[data-verdict=deny]').getByText('refusé').waitFor();
    await command.fill('touch /tmp/x');
    await page.locator('[data-verdict=ask]').getByText('à confirmer').waitFor();
    await checkAccessibility();
    await command.fill('echo {{NOBODY_HAS_THIS}}');
    await dot.getByText('Secret manquant').waitFor();
    await command.fill('');
    await expect.poll(() => dot.count()).toBe(0);
  });
});
