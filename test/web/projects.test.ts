/** Projects and the journal: what people and assistants write, and panels that appear by themselves. */
import { describe, expect, it } from 'vitest';
import { stage } from './stage.ts';

const { url, visit } = stage();

describe('projects', () => {
  it('are made, filled, moved along and removed', { timeout: 60_000 }, async () => {
    const { page, signIn, checkAccessibility } = await visit();
    await signIn();
    await page.goto('/projects');
    await page.getByRole('button', { name: 'Nouveau projet' }).first().click();
    await page.getByRole('dialog').locator('input[name=name]').fill('Refonte');
    await page.getByRole('dialog').getByRole('button', { name: 'Créer le projet' }).click();
    await page.getByRole('heading', { level: 1, name: 'Refonte' }).waitFor();

    await page.getByRole('button', { name: 'Ajouter une étape' }).click();
    await page.getByRole('dialog').locator('input[name=title]').fill('Migrer la base');
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
    await page.locator('[data-column=planned]').getByText('Migrer la base').waitFor();
    await page.getByLabel('État de Migrer la base').selectOption('doing');
    await page.locator('[data-column=doing]').getByText('Migrer la base').waitFor();
    await page.getByRole('button', { name: 'Annuler la modification' }).click();
    await page.locator('[data-column=planned]').getByText('Migrer la base').waitFor();
    await page.getByRole('article', { name: 'Migrer la base' }).dragTo(page.locator('[data-column=done]'), {
      sourcePosition: { x: 20, y: 12 },
    });
    await page.locator('[data-column=done]').getByText('Migrer la base').waitFor();
    await page.getByRole('button', { name: 'Modifier Migrer la base' }).click();
    await page.getByRole('dialog').locator('textarea[name=content]').fill('Vers PostgreSQL.');
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
    await page.locator('[data-column=done]').getByText('Vers PostgreSQL.').waitFor();
    await checkAccessibility();

    for (const [tab, add] of [
      ['Facettes', 'Ajouter une facette'],
      ['Connaissances', 'Ajouter une connaissance'],
      ['Idées', 'Ajouter une idée'],
      ['Packs', 'Ajouter un pack'],
      ['Services', 'Ajouter un service'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('button', { name: add }).click();
      const form = page.getByRole('dialog');
      await form.locator('input[name=title]').fill(`Titre ${tab}`);
      await form.locator('textarea[name=content]').fill('# Grand\n\n- un `point`\n<b>inerte</b>');
      await form.getByRole('button', { name: 'Enregistrer' }).click();
      const card = page.getByRole('article', { name: `Titre ${tab}` });
      await card.getByText('<b>inerte</b>').waitFor();
    }
    await checkAccessibility();
    await page
      .getByRole('article', { name: 'Titre Services' })
      .getByRole('button', { name: 'Fermer le service' })
      .click();
    await page.getByRole('dialog').getByText('Fermer le service Titre Services ?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Fermer le service' }).click();
    await page.getByRole('article', { name: 'Titre Services' }).getByText('Fermé', { exact: true }).waitFor();

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('tab', { name: 'Packs' }).click();
    const pack = page.getByRole('article', { name: 'Titre Packs' });
    await pack.getByText('1 élément', { exact: true }).waitFor();
    await pack.getByRole('button', { name: 'Modifier Titre Packs' }).click();
    await page.getByRole('dialog').getByLabel('Titre Facettes').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
    await pack.getByText('2 éléments', { exact: true }).waitFor();
    await pack.getByRole('button', { name: 'Copier le contexte' }).click();
    await page.getByText(/Contexte copié, ≈ \d+ tokens/).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Titre Facettes');

    await page.getByRole('tab', { name: 'Idées' }).click();
    await page.getByRole('article', { name: 'Titre Idées' }).getByRole('button', { name: 'Retenir' }).click();
    await page.getByText('« Titre Idées » est sur la feuille de route.').waitFor();
    await page.getByRole('tab', { name: 'Feuille de route' }).click();
    await page.locator('[data-column=planned]').getByText('Titre Idées').waitFor();

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Rechercher' }).fill('Titre Connaissances');
    await page.getByRole('option', { name: /Titre Connaissances/ }).click();
    await page.getByRole('article', { name: 'Titre Connaissances' }).waitFor();

    await page.getByRole('button', { name: 'Modifier', exact: true }).click();
    await page.getByRole('dialog').locator('textarea[name=description]').fill('Un socle neuf.');
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Un socle neuf.').waitFor();

    await page.getByRole('button', { name: 'Supprimer Refonte' }).click();
    await page.getByRole('dialog').getByText('Supprimer le projet Refonte ?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
    await page.getByText('Aucun projet').waitFor();
  });
});

describe('the journal', () => {
  it('takes notes, shows commits, and a panel that an assistant puts up', async () => {
    const { page, signIn } = await visit();
    await signIn();
    const headers = { 'x-synapse-page': '1' };
    const { request } = page.context();
    const project = await (await request.post('/tda/projects', { headers, data: { name: 'Journalier' } })).json();
    await request.post('/tda/journal/git-commit', {
      headers,
      data: {
        project_id: project.id,
        message: 'fix: a door',
        commit_ref: '0123456789abcdef',
        commit_date: '2026-01-31T09:05:00+01:00',
        repo: 'house',
      },
    });
    await page.goto('/journal');
    await page.getByText('🔧 [house@0123456] fix: a door (31/01/2026 09:05)').waitFor();
    await page.getByLabel('Nouvelle entrée').fill('Noté à la main');
    await page.getByRole('button', { name: 'Ajouter l’entrée' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Noté à la main' })
      .getByText('à la main', { exact: true })
      .waitFor();

    const { token } = await (await request.post('/tda/ai/tokens', { headers, data: {} })).json();
    const shown = await fetch(`${url()}/tda/mcp`, {
      method: 'POST',
      headers: { 'x-ai-token': token, 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'ui_present',
          arguments: { title: 'Bilan du jour', markdown: '## Fini\n\n**tout** va <i>bien</i>' },
        },
      }),
    });
    expect(shown.status).toBe(200);
    await page.getByText('Bilan du jour').waitFor();
    await page.getByRole('button', { name: 'Ouvrir' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bilan du jour' }).waitFor();
    await page.getByText('<i>bien</i>').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Accueil' }).click();
    await page
      .getByRole('region', { name: 'Montré par vos assistants' })
      .getByRole('link', { name: 'Bilan du jour' })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Bilan du jour' }).waitFor();
  });
});
