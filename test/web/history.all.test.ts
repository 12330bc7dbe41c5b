/** The history as a dense table: searched on the server, opened beside the list, never moving under the reader. */
import { beforeAll, expect, it } from 'vitest';
import { type Call, furnish } from './furnish.ts';
import { stage } from './stage.ts';

const { url, visit } = stage({ SYNAPSE_ALLOW_LOCAL: 'admin' });
let call: Call;
beforeAll(async () => {
  call = await furnish(url());
});
const PATIENT = { timeout: 45_000 };
const WIDE = { viewport: { width: 1440, height: 420 } };

it('finds commands by words and filters, in the address', async () => {
  const { page, signIn, checkAccessibility } = await visit(WIDE);
  await signIn();
  await page.goto('/executions');
  await page.getByRole('link', { name: 'seq 1 400' }).waitFor();
  await page.getByRole('textbox', { name: /Chercher une commande/ }).fill('connec');
  await page.waitForURL('**/executions?q=connec');
  await page.getByRole('link', { name: /connecting with/ }).waitFor();
  await expect.poll(() => page.locator('.history-row').count(), PATIENT).toBe(1);
  // The name of a secret is marked.
  await page.locator('.history mark').getByText('{{DB_PASSWORD}}').waitFor();
  await page.goto('/executions?outcome=failure');
  await page.locator('.history').getByText('échec (1)').first().waitFor();
  await page.goto('/executions?origin=cli');
  await page.getByText('Aucune commande ne correspond').waitFor();
  await page.getByRole('link', { name: 'Retirer les filtres' }).click();
  await page.getByRole('link', { name: 'seq 1 400' }).waitFor();
  const heights = await page.locator('.history-row').evaluateAll((rows) => rows.map((row) => row.clientHeight));
  expect(new Set(heights)).toEqual(new Set([35]));
  await checkAccessibility();
});

it('opens a row beside the list, wherever it is clicked, and runs it again', async () => {
  const { page, signIn, checkAccessibility } = await visit(WIDE);
  await signIn();
  await page.goto('/executions');
  const row = page.locator('.history-row', { hasText: 'seq 1 400' });
  await row.waitFor();
  const { width, height } = (await row.boundingBox())!;
  await row.click({ position: { x: width - 5, y: height / 2 } });
  const panel = page.getByRole('complementary', { name: 'Exécution choisie' });
  await panel.getByText('seq 1 400').first().waitFor();
  await panel.getByText('réussie').waitFor();
  await checkAccessibility();
  await panel.getByRole('button', { name: 'Refaire' }).click();
  await page.waitForURL('**/run');
  expect(await page.getByRole('combobox', { name: 'Commande' }).inputValue()).toBe('seq 1 400');
});

it('is a list of real links: for the keyboard, and for another tab', async () => {
  const { page, signIn } = await visit(WIDE);
  await signIn();
  await page.goto('/executions?outcome=success');
  const link = page.getByRole('link', { name: 'seq 1 400' });
  const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click({ modifiers: ['Control'] })]);
  await tab.waitForURL(/\/executions\?outcome=success&open=\w+$/);
  await tab.getByRole('complementary', { name: 'Exécution choisie' }).getByText('seq 1 400').first().waitFor();
  await tab.close();
  const panel = page.getByRole('complementary', { name: 'Exécution choisie' });
  expect(await panel.count()).toBe(0);
  expect(page.url()).not.toContain('open=');
  await link.focus();
  await page.keyboard.press('Enter');
  await panel.getByText('seq 1 400').first().waitFor();
  expect(page.url()).toContain('outcome=success&open=');
});

it('moves nothing under a reader, and says how much is new', async () => {
  const { page, signIn } = await visit(WIDE);
  await signIn();
  await page.goto('/executions');
  const box = page.locator('.history-box');
  await page.locator('.history-row').first().waitFor();
  await box.evaluate((element) => element.scrollTo(0, 150));
  const top = async () => (await page.getByRole('link', { name: 'seq 1 400' }).boundingBox())?.y;
  const before = await top();
  expect(before).toBeDefined();
  await call('POST', '/synapse/exec', { machine: 'local', command: 'echo brand-new' });
  const pill = page.getByRole('button', { name: '1 nouvelle' });
  await pill.waitFor();
  expect(await top()).toBe(before);
  await pill.click();
  await page.getByRole('link', { name: 'echo brand-new' }).waitFor();
  expect(await pill.count()).toBe(0);
});

it('moves nothing while one execution is read beside the list', async () => {
  const { page, signIn } = await visit(WIDE);
  await signIn();
  await page.goto('/executions');
  const row = page.locator('.history-row').first();
  await row.waitFor();
  const command = (await row.locator('.command-line').textContent()) ?? '';
  await row.click();
  const panel = page.getByRole('complementary', { name: 'Exécution choisie' });
  await panel.getByText(command).first().waitFor();
  await call('POST', '/synapse/exec', { machine: 'local', command: 'echo while-reading' });
  const pill = page.getByRole('button', { name: '1 nouvelle' });
  await pill.waitFor();
  expect(await row.locator('.command-line').textContent()).toBe(command);
  await pill.click();
  await page.getByRole('link', { name: 'echo while-reading' }).waitFor();
  await expect.poll(() => pill.count(), PATIENT).toBe(0);
  await panel.getByText(command).first().waitFor();
});

it('tells what each client did in one sitting', async () => {
  const { page, signIn } = await visit(WIDE);
  await signIn();
  await page.goto('/executions?story=true');
  const head = page.locator('.sitting').first();
  await head.getByText(/^console|^API/).waitFor();
  expect(await head.textContent()).toMatch(/\d+ commandes/);
  // As a story: the first comes first. What administrators did stands there, too.
  const commands = await page.locator('.history-row .command-line').allTextContents();
  expect(commands[0]).toMatch(/^user add /);
  expect(commands.find((command) => !command.startsWith('user '))).toBe('ls -la /etc');
});
