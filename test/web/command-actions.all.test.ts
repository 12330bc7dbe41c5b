/** Wherever a command is shown: run again, copied, linked to, and explained if it failed. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { stage } from './stage.ts';

const { url, visit } = stage({ SYNAPSE_ALLOW_LOCAL: 'admin' });
const WIDE = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 } };
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };
const FAILS = 'cd /usr && ls no-such-thing-here; nope-no-program';

async function exec(page: Page, command: string): Promise<string> {
  const answer = await page
    .context()
    .request.post('/synapse/exec', { headers: { 'x-synapse-page': '1' }, data: { machine: 'local', command } });
  expect(answer.status()).toBe(200);
  return (await answer.json()).execution_id;
}
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

it('explains a failure in the panel and on the page: the part, the exit code, stderr first', async () => {
  const { page, signIn, checkBothThemes } = await visit(WIDE);
  await signIn();
  const id = await exec(page, 'cd /usr && nope-no-program');
  await page.goto(`/executions?open=${id}`);
  const panel = page.getByRole('complementary', { name: 'Exécution choisie' });
  await panel.getByRole('button', { name: 'Expliquer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pourquoi cette commande a échoué' });
  await dialog.getByText('127 · commande introuvable').waitFor();
  await dialog.locator('dd').getByText('nope-no-program', { exact: true }).waitFor();
  const [first] = await dialog.locator('.output').allTextContents();
  expect(first).toContain('stderr');
  expect(first).toContain('nope-no-program');
  await checkBothThemes();
  await page.goto(`/executions/${id}`);
  await page.getByRole('button', { name: 'Expliquer' }).click();
  await dialog.getByText('127 · commande introuvable').waitFor();
});

it('explains nothing of what succeeded, and repeats no reading of a file as a command', async () => {
  const { page, signIn } = await visit(WIDE);
  await signIn();
  await page.goto(`/executions/${await exec(page, 'echo fine')}`);
  await page.getByRole('button', { name: 'Refaire' }).waitFor();
  expect(await page.getByRole('button', { name: 'Expliquer' }).count()).toBe(0);
  await page.context().request.get('/synapse/machines/local/folder?path=/usr');
  await page.goto('/executions');
  await page.getByRole('link', { name: 'list-folder /usr' }).click();
  const panel = page.getByRole('complementary', { name: 'Exécution choisie' });
  await panel.getByRole('button', { name: 'Copier la commande' }).waitFor();
  expect(await panel.getByRole('button', { name: 'Refaire' }).count()).toBe(0);
});

it('runs a command of the console again at once, with where it ran', async () => {
  const { page, signIn } = await visit({ ...WIDE, ...CLIPBOARD });
  await signIn();
  await page.goto('/run?machine=local');
  await page.locator('input[name=cwd]').fill('/usr');
  await page.getByRole('combobox', { name: 'Commande' }).fill(FAILS);
  await page.getByRole('button', { name: 'Exécuter', exact: true }).click();
  const failed = page.locator('.status-line').getByText('échec (127)');
  await failed.waitFor();
  await page.locator('.status-line').getByRole('button', { name: 'Expliquer' }).waitFor();
  // What is typed meanwhile is replaced: it is this command that runs, where it ran.
  await page.getByRole('combobox', { name: 'Commande' }).fill('echo something else');
  await page.locator('input[name=cwd]').fill('');
  await page
    .locator('.status-line')
    .getByRole('button', { name: /^Actions sur/ })
    .click();
  await page.getByRole('menuitem', { name: 'Refaire' }).click();
  const runs = page.getByRole('group', { name: 'Commandes de cette console' });
  await expect.poll(() => runs.getByText('no-such-thing-here').count()).toBe(2);
  expect(await page.getByRole('combobox', { name: 'Commande' }).inputValue()).toBe(FAILS);
  expect(await page.locator('input[name=cwd]').inputValue()).toBe('/usr');
  await failed.waitFor();
  await page
    .locator('.status-line')
    .getByRole('button', { name: /^Actions sur/ })
    .click();
  await page.getByRole('menuitem', { name: 'Copier la commande' }).click();
  await expect.poll(() => copied(page)).toBe(FAILS);
});

it.each([WIDE, PHONE])('offers the same beside the latest commands of the first page', async (size) => {
  const { page, signIn, checkBothThemes } = await visit({ ...size, ...CLIPBOARD });
  await signIn();
  const id = await exec(page, FAILS);
  await page.goto('/');
  const row = page.getByRole('list', { name: 'Dernières commandes' }).getByRole('listitem').first();
  await row.getByText('no-such-thing-here').waitFor();
  await row.getByRole('button', { name: /^Actions sur/ }).click();
  await page.getByRole('menuitem', { name: 'Expliquer' }).waitFor();
  await checkBothThemes();
  await page.getByRole('menuitem', { name: 'Copier le lien' }).click();
  await expect.poll(() => copied(page)).toBe(`${url()}/executions/${id}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await row.getByRole('button', { name: /^Actions sur/ }).click();
  await page.getByRole('menuitem', { name: 'Refaire' }).click();
  await page.waitForURL('**/run');
  expect(await page.getByRole('combobox', { name: 'Commande' }).inputValue()).toBe(FAILS);
});
