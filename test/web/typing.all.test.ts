/** What is being typed stays, whatever others store meanwhile; and the form says that they did. */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { codeIn, fillCode } from './code-field.ts';
import { type Call, furnish } from './furnish.ts';
import { chooseAction } from './machine-panel.ts';
import { stage } from './stage.ts';

const { url, visit } = stage();
let call: Call;
beforeAll(async () => {
  call = await furnish(url());
});

async function open(path: string): Promise<Page> {
  const { page, signIn } = await visit();
  await signIn();
  await page.goto(path);
  return page;
}

const CHANGED = 'Modifié ailleurs pendant que vous écrivez';
const told = (form: Locator): Promise<void> => form.getByText(CHANGED).waitFor();

it('in a policy; then one of the two is chosen', async () => {
  await call('PUT', '/synapse/policy', { text: '# first\n' });
  const page = await open('/settings/policy');
  const section = page.getByRole('region', { name: 'Politique' });
  const text = section.getByRole('textbox', { name: 'Texte de la politique' });
  await expect.poll(() => codeIn(text)).toBe('# first\n');
  // Nothing is being typed: what others store is shown.
  await call('PUT', '/synapse/policy', { text: '# second\n' });
  await expect.poll(() => codeIn(text)).toBe('# second\n');
  expect(await section.getByText(CHANGED).count()).toBe(0);

  await fillCode(text, '# mine\n');
  await call('PUT', '/synapse/policy', { text: '# third\n' });
  await told(section);
  expect(await codeIn(text)).toBe('# mine\n');
  await section.getByRole('button', { name: 'Garder ma saisie' }).click();
  await section.getByText(CHANGED).waitFor({ state: 'detached' });
  await section.getByRole('button', { name: 'Enregistrer' }).click();
  await section.getByText('Version 4 en vigueur.').waitFor();
  expect(await codeIn(text)).toBe('# mine\n');

  await fillCode(text, '# mine again\n');
  await call('PUT', '/synapse/policy', { text: '# fifth\n' });
  await told(section);
  await section.getByRole('button', { name: 'Reprendre la version enregistrée' }).click();
  await expect.poll(() => codeIn(text)).toBe('# fifth\n');
  expect(await section.getByText(CHANGED).count()).toBe(0);
  await call('PUT', '/synapse/policy', { text: '' });
});

it('in an item of the roadmap, also when its card is moved', async () => {
  const { id: project } = await call('POST', '/tda/projects', { name: 'Refonte', description: '' });
  const { id } = await call('POST', `/tda/projects/${project}/roadmap`, { title: 'Migrer', content: 'first' });
  const page = await open(`/projects/${project}`);
  await page.getByRole('button', { name: 'Migrer', exact: true }).click();
  const form = page.getByRole('dialog');
  const content = form.locator('textarea[name=content]');
  await content.fill('what I think of it');
  await call('PATCH', `/tda/projects/${project}/roadmap/${id}`, { status: 'doing', content: 'theirs' });
  await page.locator('[data-column=doing]').getByText('theirs').waitFor();
  await told(form);
  expect(await content.inputValue()).toBe('what I think of it');
  await form.getByRole('button', { name: 'Garder ma saisie' }).click();
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await page.locator('[data-column=doing]').getByText('what I think of it').waitFor();
});

it('in the name of a project, while an assistant works on it', async () => {
  const { id: project } = await call('POST', '/tda/projects', { name: 'Atelier', description: 'first' });
  const page = await open(`/projects/${project}`);
  await page.getByRole('button', { name: 'Modifier', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.locator('input[name=name]').fill('Atelier du nord');
  // What an assistant adds is no reason for a word; what changes this very form is.
  await call('POST', `/tda/projects/${project}/roadmap`, { title: 'Une étape', content: '' });
  await page.locator('[data-column=planned]').getByText('Une étape').waitFor();
  expect(await form.getByText(CHANGED).count()).toBe(0);
  await call('PATCH', `/tda/projects/${project}`, { description: 'theirs' });
  await told(form);
  expect(await form.locator('input[name=name]').inputValue()).toBe('Atelier du nord');
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByRole('heading', { level: 1, name: 'Atelier du nord' }).waitFor();
  // Only what was typed was stored.
  await page.getByText('theirs').waitFor();
});

it('in a machine, and what is chosen in it', async () => {
  const page = await open('/machines');
  await chooseAction(page, 'web-1', 'Modifier web-1');
  const form = page.getByRole('dialog');
  await form.locator('input[name=label]').fill('Mon serveur');
  const secret = form.locator('select[name=sudo_secret]');
  await secret.selectOption('DEPLOY_KEY');
  await call('PUT', '/synapse/secrets/ADDED_MEANWHILE', { value: 'not-a-real-value' });
  await secret.locator('option', { hasText: 'ADDED_MEANWHILE' }).waitFor({ state: 'attached' });
  expect(await secret.inputValue()).toBe('DEPLOY_KEY');
  await call('PATCH', '/synapse/machines/web-1', { label: 'Le leur' });
  await told(form);
  expect(await form.locator('input[name=label]').inputValue()).toBe('Mon serveur');
  expect(await secret.inputValue()).toBe('DEPLOY_KEY');
  await form.getByRole('button', { name: 'Reprendre la version enregistrée' }).click();
  expect(await form.locator('input[name=label]').inputValue()).toBe('Le leur');
});

it('in an alias that is edited in place', async () => {
  await call('PUT', '/synapse/aliases/zzt', { command: 'echo first' });
  const page = await open('/aliases');
  const row = page.locator('[data-alias=zzt]');
  const command = row.getByLabel('Commande de zzt');
  await command.fill('echo mine');
  await call('PUT', '/synapse/aliases/zzt', { command: 'echo theirs' });
  await row.getByText('Modifié ailleurs : echo theirs.').waitFor();
  expect(await command.inputValue()).toBe('echo mine');
  await command.press('Escape');
  expect(await command.inputValue()).toBe('echo theirs');
});
