/** The past: days in the address, one execution with its session, lines that can be linked to, outputs that are gone. */
import { beforeAll, expect, it } from 'vitest';
import { type Call, furnish } from './furnish.ts';
import { stage } from './stage.ts';

const { url, visit } = stage({ SYNAPSE_ALLOW_LOCAL: 'admin', SYNAPSE_OUTPUT_HOURS: '0' });
const WIDE = { viewport: { width: 1440, height: 800 } };
let call: Call;
beforeAll(async () => {
  call = await furnish(url());
});

const idOf = async (words: string): Promise<string> => {
  const { entries } = (await call('GET', `/synapse/executions?q=${encodeURIComponent(words)}`)) as unknown as {
    entries: { execution_id: string }[];
  };
  return entries[0]!.execution_id;
};

it('shows the days that the address names, and says so', async () => {
  const { page, signIn, checkBothThemes } = await visit(WIDE);
  await signIn();
  await page.goto('/executions?from=2020-01-01&to=2020-01-03');
  await page.getByText('Aucune commande ne correspond').waitFor();
  const period = page.getByRole('button', { name: /^Période/ });
  expect(await period.textContent()).toMatch(/1.*3.*janv.*2020/);
  await period.click();
  await page.getByRole('button', { name: 'Mois précédent' }).waitFor();
  await page.getByText('janvier 2020').waitFor();
  await checkBothThemes();
  await page.getByRole('button', { name: 'aujourd’hui' }).click();
  await page.getByRole('link', { name: 'seq 1 400' }).waitFor();
  const address = new URL(page.url());
  expect(address.searchParams.get('from')).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(address.searchParams.get('to')).toBe(address.searchParams.get('from'));
  // The address alone is enough.
  await page.goto(address.href);
  await page.getByRole('link', { name: 'seq 1 400' }).waitFor();
  await period.click();
  await page.getByRole('button', { name: 'depuis toujours' }).click();
  await page.waitForURL('**/executions');
});

it('chooses days in the calendar', async () => {
  const { page, signIn } = await visit({ ...WIDE, locale: 'en-GB' });
  await signIn();
  await page.goto('/executions?from=2020-01-01&to=2020-01-03');
  await page.getByRole('button', { name: /^Period/ }).click();
  await page.getByRole('button', { name: '10 January 2020' }).click();
  await page.waitForURL('**/executions?from=2020-01-10');
  await page.getByRole('button', { name: '14 January 2020' }).click();
  await page.waitForURL('**/executions?from=2020-01-10&to=2020-01-14');
});

it('chooses one of the last days by its name', async () => {
  const timeZone = 'Europe/Paris';
  const { page, signIn } = await visit({ ...WIDE, timezoneId: timeZone });
  await signIn();
  await page.goto('/executions');
  const now = await page.evaluate(() => Date.now());
  const day = new Date(now - 3 * 86_400_000);
  await page.getByRole('button', { name: /^Période/ }).click();
  const name = day.toLocaleDateString('fr-FR', { weekday: 'long', timeZone });
  await page.getByRole('button', { name, exact: true }).click();
  const date = day.toLocaleDateString('sv-SE', { timeZone });
  await page.waitForURL(`**/executions?from=${date}&to=${date}`);
  await page.getByText('Aucune commande ne correspond').waitFor();
});

it('shows an execution as the console does, with its session', async () => {
  const { page, signIn, checkBothThemes, expectRefusal } = await visit({
    ...WIDE,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  // Nothing of what was printed is kept here.
  expectRefusal(404);
  await signIn();
  const id = await idOf('connecting');
  await page.goto(`/executions/${id}`);
  await page.locator('.command-text mark').getByText('{{DB_PASSWORD}}').waitFor();
  const facts = page.locator('.fact-line');
  await facts.getByText('réussie').waitFor();
  // Not only how long ago: also when.
  expect(await facts.locator('time').textContent()).toMatch(/\d{1,2}:\d\d · /);
  await checkBothThemes();
  await page.getByRole('button', { name: 'Copier le lien' }).click();
  await page.getByRole('button', { name: 'Copié' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${url()}/executions/${id}`);
  await page.getByRole('tab', { name: 'Session' }).click();
  const story = page.getByRole('list', { name: 'Session' });
  await story.getByRole('link', { name: 'seq 1 400' }).waitFor();
  await checkBothThemes();
  await story.getByRole('link', { name: 'seq 1 400' }).click();
  await page.locator('.command-text').getByText('seq 1 400').waitFor();
  await page.getByRole('button', { name: 'Refaire' }).click();
  await page.waitForURL('**/run');
  expect(await page.getByRole('combobox', { name: 'Commande' }).inputValue()).toBe('seq 1 400');
});

it('says why an output is gone', async () => {
  const { page, signIn, expectRefusal } = await visit(WIDE);
  expectRefusal(404);
  await signIn();
  await page.goto(`/executions/${await idOf('seq')}`);
  await page.getByText('Cette instance ne garde aucune sortie (SYNAPSE_OUTPUT_HOURS=0).').waitFor();
});
