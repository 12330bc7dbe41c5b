/** Projects and the journal: what people and assistants write, and panels that appear by themselves. */
import { describe, expect, it } from 'vitest';
import { stage } from './stage.ts';

const { url, visit } = stage();

describe('projects', () => {
  it('are made, filled, moved along and removed', async () => {
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
    await page.getByRole('button', { name: 'Actions : Migrer la base' }).click();
    await page.getByRole('menuitem', { name: 'En cours' }).click();
    await page.locator('[data-column=doing]').getByText('Migrer la base').waitFor();
    await page.getByRole('button', { name: 'Annuler la modification' }).click();
    await page.locator('[data-column=planned]').getByText('Migrer la base').waitFor();
    await page.getByRole('article', { name: 'Migrer la base' }).dragTo(page.locator('[data-column=done]'), {
      sourcePosition: { x: 20, y: 12 },
    });
    await page.locator('[data-column=done]').getByText('Migrer la base').waitFor();
    // The title opens it.
    await page.getByRole('button', { name: 'Migrer la base', exact: true }).click();
    await page.getByRole('dialog').locator('textarea[name=content]').fill('Vers **PostgreSQL**, pas `ailleurs`.');
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
    await page.locator('[data-column=done] strong').getByText('PostgreSQL').waitFor();
    await page.locator('[data-column=done] code').getByText('ailleurs').waitFor();
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
    await pack.getByRole('button', { name: 'Actions : Titre Packs' }).click();
    await page.getByRole('menuitem', { name: 'Modifier' }).click();
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
    const days = page.getByRole('main').getByRole('list');
    await days.and(page.getByLabel('samedi 31 janvier 2026')).getByText('fix: a door', { exact: true }).waitFor();
    await page.getByText('house@0123456').waitFor();
    // The date is told by the day, in the reader's words, and not a second time as it was stored.
    expect(await page.getByRole('main').textContent()).not.toContain('31/01/2026');
    await page.getByLabel('Nouvelle entrée').fill('Noté à la **main**, [x](javascript:alert(1)) <img src=x>');
    await page.getByRole('button', { name: 'Ajouter l’entrée' }).click();
    const note = page.getByRole('listitem').filter({ hasText: 'Noté à la main' });
    await note.locator('strong').getByText('main').waitFor();
    await note.getByText('à la main', { exact: true }).waitFor({ state: 'attached' });
    expect(await note.locator('a, img').count()).toBe(0);
    // A commit that arrives late stands where it was made.
    const late = { commit_ref: 'abcdef0123456789', commit_date: '2026-01-30T08:00:00+01:00', repo: 'house' };
    await request.post('/tda/journal/git-commit', {
      headers,
      data: { project_id: project.id, message: 'feat: a window', ...late },
    });
    await page.getByText('feat: a window').waitFor();
    const order = await page.getByRole('main').getByRole('listitem').allTextContents();
    expect(order.map((line) => /Noté|door|window/.exec(line)?.[0])).toEqual(['Noté', 'door', 'window']);
    await page.getByLabel('Chercher dans le journal').fill('window');
    await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(1);
    await page.getByRole('button', { name: 'Exporter' }).click();
    for (const format of ['Markdown', 'JSON'] as const) {
      const address = await page.getByRole('menuitem', { name: format }).getAttribute('href');
      const file = await (await request.get(address ?? '')).text();
      expect(file).toContain('feat: a window');
      expect(file).not.toContain('a door');
      if (format === 'JSON') expect(JSON.parse(file)).toMatchObject([{ happened_at: '2026-01-30T07:00:00.000Z' }]);
    }
    await page.keyboard.press('Escape');
    await page.getByLabel('Chercher dans le journal').fill('');
    await page.getByText('fix: a door').waitFor();

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
      .press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Bilan du jour' }).waitFor();
  });
});
