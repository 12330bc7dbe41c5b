/** Home as a live board: what runs with its output, the day's figures, clients, machines; the same for two people. */
import { beforeAll, expect, it } from 'vitest';
import { type Call, furnish } from './furnish.ts';
import { stage } from './stage.ts';

const { url, visit } = stage({ SYNAPSE_ALLOW_LOCAL: 'admin' });
let call: Call;
beforeAll(async () => {
  call = await furnish(url());
});
const PATIENT = { timeout: 45_000 };

it('shows what runs now with its output ticking, to everybody who looks, and stops it', async () => {
  const [one, other] = [await visit(), await visit()];
  for (const { signIn, page } of [one, other]) {
    await signIn();
    await page.goto('/');
    await page.getByText('Rien ne s’exécute en ce moment.').waitFor();
  }
  void call('POST', '/synapse/exec', {
    machine: 'local',
    command: 'i=0; while :; do i=$((i+1)); echo "tick $i"; sleep 0.1; done',
    timeout_seconds: 60,
  });
  for (const { page } of [one, other]) {
    const tail = page.locator('[data-running] .running-tail');
    await tail.getByText(/^tick \d+$/).waitFor();
    const before = await tail.textContent();
    await expect.poll(() => tail.textContent(), PATIENT).not.toBe(before);
  }
  await one.checkAccessibility();
  await one.page.getByRole('button', { name: /^Arrêter/ }).click();
  for (const { page } of [one, other]) {
    await page.getByText('Rien ne s’exécute en ce moment.').waitFor();
    await page.getByRole('list', { name: 'Dernières commandes' }).locator('[data-status=cancelled]').first().waitFor();
  }
});

it('counts the day, and names clients and machines', async () => {
  const { page, signIn } = await visit();
  await signIn();
  await page.goto('/');
  const figure = (label: string) => page.locator('.figure', { hasText: label }).locator('.figure-value');
  await expect
    .poll(async () => Number(await figure('Commandes aujourd’hui').textContent()), PATIENT)
    .toBeGreaterThan(9);
  await expect.poll(async () => Number(await figure('Échecs').textContent()), PATIENT).toBeGreaterThan(0);
  await page.getByRole('region', { name: 'Clients' }).getByText('Cursor').waitFor();
  await page.getByRole('region', { name: 'Machines' }).getByText('Serveur web').waitFor();
  // What failed says so, with its code; what worked needs no word.
  await call('POST', '/synapse/exec', { machine: 'local', command: 'exit 7' });
  await page.getByText('échec (7)').first().waitFor();
  expect(await page.getByText(/terminée · \d/).count()).toBe(0);
});

it('asks of a person only what their plan allows', async () => {
  await call('POST', '/admin/users', { username: 'lou', password: 'long enough as well', plan: 'free' });
  const { page, signIn } = await visit();
  await signIn({ username: 'lou', password: 'long enough as well' });
  await page.goto('/');
  await page.getByText('Générer un jeton IA').waitFor();
  expect(await page.getByText('Une première commande').count()).toBe(0);
});
