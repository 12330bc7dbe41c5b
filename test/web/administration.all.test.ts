/** Administration: an administrator makes, changes and removes accounts. */
import { expect, it } from 'vitest';
import { chooseFrom } from './machine-panel.ts';
import { stage } from './stage.ts';

const { visit } = stage();

it('makes an account, changes it in place, and removes it after asking', async () => {
  const { page, signIn, checkAccessibility, expectRefusal } = await visit();
  await signIn();
  await page.goto('/administration');
  await page.getByText('La base de données répond').waitFor();
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
  await page.getByRole('button', { name: 'Annuler la modification' }).click();
  await expect.poll(() => row.getByLabel('Plan de camille').inputValue()).toBe('pro');
  await row.getByLabel('Plan de camille').selectOption('free');
  await row.getByText('0 sur 100', { exact: true }).waitFor();
  await page.reload();
  expect(await row.getByLabel('Plan de camille').inputValue()).toBe('free');

  // The switch's own input lies under its picture.
  await row.getByRole('switch', { name: 'Compte camille actif' }).click({ force: true });
  await expect.poll(() => row.getByRole('switch').isChecked()).toBe(false);

  expectRefusal(409);
  await page.getByLabel('Rôle de admin').selectOption('member');
  expect(await page.getByRole('alert').textContent()).toContain('dernier compte admin');
  await expect.poll(() => page.getByLabel('Rôle de admin').inputValue()).toBe('admin');

  await chooseFrom(row, 'Supprimer camille');
  await page.getByRole('dialog').getByText('Supprimer le compte camille ?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
  await expect.poll(() => row.count()).toBe(0);
});

it('shows how the instance is doing, and the limits at a glance', async () => {
  const { page, signIn } = await visit();
  await signIn();
  await page.goto('/administration');
  const health = page.getByRole('region', { name: 'Santé de l’instance' });
  await health.getByText('prête', { exact: true }).waitFor();
  await health.getByText('SQLite').waitFor();
  expect(await health.textContent()).toMatch(/Mémoire\s*[\d,]+ Mo/);
  const limits = await page.getByRole('region', { name: 'Plans et limites' }).textContent();
  for (const limit of ['Commandes par minute et par compte30', 'Appels MCP par minute et par adresse200']) {
    expect(limits).toContain(limit);
  }
});

it('leads to the log of all accounts, which says whose each entry is', async () => {
  const { page, signIn } = await visit();
  await signIn();
  const { request } = page.context();
  const headers = { 'x-synapse-page': '1' };
  const claude = { username: 'claude', password: 'long enough too' };
  await request.post('/admin/users', { headers, data: { ...claude, plan: 'pro' } });
  await signIn(claude);
  await request.post('/synapse/exec', { headers, data: { machine: 'nowhere', command: 'echo somebody-else' } });
  await signIn();
  await page.goto('/administration');
  await page.getByRole('link', { name: 'Piste d’audit de tous les comptes' }).click();
  await page.waitForURL('**/executions?all=true');
  const account = page.locator('.filters').getByLabel('Compte');
  expect(await account.inputValue()).toBe('*');
  const entry = page.locator('.history-row').filter({ hasText: 'echo somebody-else' });
  await entry.getByText('claude').waitFor();
  expect(await entry.textContent()).toContain('nowhere');
  // Somebody else's output cannot be read.
  expect(await entry.getByRole('link').count()).toBe(0);
  await request.post('/synapse/exec', { headers, data: { machine: 'nowhere', command: 'echo mine-alone' } });
  const own = page.locator('.history-row').filter({ hasText: 'echo mine-alone' });
  await own.waitFor();
  await account.selectOption({ label: 'claude' });
  await expect.poll(() => own.count()).toBe(0);
  await entry.getByText('claude').waitFor();
  await page.reload();
  await entry.getByText('claude').waitFor();
  await account.selectOption({ label: 'le mien' });
  await own.waitFor();
  await expect.poll(() => entry.count()).toBe(0);
  // Whoever is no administrator sees their own, whatever they ask for.
  const { users } = await (await request.get('/admin/users')).json();
  const admin = users.find(({ username }: { username: string }) => username === 'admin');
  await signIn(claude);
  const theirs = await (await request.get(`/synapse/executions?user_id=${admin.id}&all=true`)).json();
  expect(JSON.stringify(theirs)).not.toContain('mine-alone');
  expect(JSON.stringify(theirs)).toContain('somebody-else');
});

const LEAVING = [
  {
    locale: 'fr-FR',
    who: 'dominique',
    words: {
      remove: 'Supprimer dominique',
      removed: 'Supprimer',
      erase: 'Effacer les commandes de dominique',
      question: 'Effacer le texte des commandes de dominique ?',
      cancel: 'Annuler',
      confirm: 'Effacer',
      done: 'Commandes de dominique effacées : 1.',
      before: 'dans la piste',
      after: 'effacées',
    },
  },
  {
    locale: 'en-GB',
    who: 'robin',
    words: {
      remove: 'Delete robin',
      removed: 'Delete',
      erase: 'Erase the commands of robin',
      question: 'Erase the text of the commands of robin?',
      cancel: 'Cancel',
      confirm: 'Erase',
      done: 'Commands of robin erased: 1.',
      before: 'in the log',
      after: 'erased',
    },
  },
] as const;

it.each(LEAVING)('erases what the commands of $who said, who has left', async ({ locale, who, words }) => {
  const { page, signIn, checkAccessibility } = await visit({ locale });
  await signIn();
  const { request } = page.context();
  const headers = { 'x-synapse-page': '1' };
  const account = { username: who, password: 'long enough too' };
  await request.post('/admin/users', { headers, data: { ...account, plan: 'pro' } });
  await signIn(account);
  await request.post('/synapse/exec', { headers, data: { machine: 'nowhere', command: `echo said-by-${who}` } });
  await signIn();
  const found = async (): Promise<string[]> => {
    const { entries } = await (await request.get('/synapse/executions?all=true&machine=nowhere')).json();
    return entries.map(({ command_template }: { command_template: string }) => command_template);
  };
  await page.goto('/administration');
  const row = page.locator(`[data-removed-user=${who}]`);
  await chooseFrom(page.locator(`[data-user=${who}]`), words.remove);
  expect(await row.count()).toBe(0);
  await page.getByRole('dialog').getByRole('button', { name: words.removed }).click();
  await row.getByText(words.before, { exact: true }).waitFor();

  const asked = page.getByRole('dialog').filter({ hasText: words.question });
  await row.getByRole('button', { name: words.erase }).click();
  await asked.waitFor();
  await checkAccessibility();
  await asked.getByRole('button', { name: words.cancel }).click();
  await expect.poll(() => asked.count()).toBe(0);
  expect(await found()).toContain(`echo said-by-${who}`);

  await row.getByRole('button', { name: words.erase }).click();
  await asked.getByRole('button', { name: words.confirm, exact: true }).click();
  await page.getByText(words.done).waitFor();
  await row.getByText(words.after, { exact: true }).waitFor();
  expect(await found()).not.toContain(`echo said-by-${who}`);
  expect(await found()).toContain('[erased]');
});
