/** Home as a live board: what runs with its output, the day's figures, clients, machines; the same for two people. */
import { beforeAll, expect, it } from 'vitest';
import { callTool, connect } from '../oauth/oauth-client.ts';
import { type Call, furnish } from './furnish.ts';
import { ADMIN } from './instance.ts';
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
    const tail = page.locator('[data-running] .last-line');
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

it('draws the failures of the days as a red line, and leaves out what was only browsed in Files', async () => {
  const { page, signIn } = await visit();
  await signIn();
  await page.goto('/machines/local/files?path=/usr');
  await page.getByRole('link', { name: 'lib', exact: true }).waitFor();
  await page.goto('/');
  const failures = page.locator('.figure', { hasText: 'Échecs' });
  const line = failures.locator('.sparkline polyline');
  await line.waitFor({ state: 'attached' });
  // Fourteen days, of which only the last has any.
  const heights = (await line.getAttribute('points'))!.split(' ').map((point) => Number(point.split(',')[1]));
  expect(heights).toHaveLength(14);
  expect(heights.at(-1)).toBeLessThan(heights[0]!);
  const [red, blue] = await Promise.all(
    [line, page.locator('.figure', { hasText: 'Commandes' }).locator('polyline')].map((each) =>
      each.evaluate((drawn) => getComputedStyle(drawn).stroke),
    ),
  );
  expect(red).not.toBe(blue);
  const latest = page.getByRole('list', { name: 'Dernières commandes' });
  await latest.locator('.history-row').first().waitFor();
  expect(await latest.getByText('list-folder').count()).toBe(0);
  await page.goto('/executions');
  await page.getByText('list-folder /usr').first().waitFor();
});

it('asks of a person only what their plan allows', async () => {
  await call('POST', '/admin/users', { username: 'lou', password: 'long enough as well', plan: 'free' });
  const { page, signIn } = await visit();
  await signIn({ username: 'lou', password: 'long enough as well' });
  await page.goto('/');
  await page.getByText('Générer un jeton IA').waitFor();
  expect(await page.getByText('Une première commande').count()).toBe(0);
});

it('still shows what has been running for longer than the newest commands', async () => {
  const long = 'echo still-at-it; sleep 280';
  void call('POST', '/synapse/exec', { machine: 'local', command: long, timeout_seconds: 290 });
  const { page, signIn } = await visit();
  await signIn();
  // Two in place of the hundred that the page asks for: the same, sooner.
  await page.route('**/synapse/executions?*', (route) =>
    route.continue({ url: route.request().url().replace('limit=100', 'limit=2') }),
  );
  await page.goto('/');
  const running = page.locator('[data-running]', { hasText: long });
  await running.getByText('still-at-it', { exact: true }).waitFor();
  for (let count = 0; count < 3; count += 1) {
    await call('POST', '/synapse/exec', { machine: 'local', command: `test ${count} -ge 0` });
  }
  // The newest are shown, and it is not among them.
  const latest = page.getByRole('list', { name: 'Dernières commandes' });
  await latest.getByText('test 2 -ge 0').waitFor();
  await expect.poll(() => latest.locator('.history-row').count(), PATIENT).toBe(2);
  expect(await running.count()).toBe(1);
  await page.reload();
  await running.getByText('still-at-it', { exact: true }).waitFor();
  await running.getByRole('button', { name: /^Arrêter/ }).click();
  await running.waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

it('names a client that was connected by OAuth, and what it runs', async () => {
  const { tokens } = await connect(url(), ADMIN);
  const { page, signIn } = await visit();
  await signIn();
  await page.goto('/');
  const clients = page.getByRole('region', { name: 'Clients' });
  const name = 'A test client (localhost)';
  await clients.getByText(name).waitFor();
  const exec = { machine: 'local', command: 'echo by-oauth; sleep 200', timeout_seconds: 240 };
  const ran = callTool(url(), tokens.access_token, 'synapse_exec', exec);
  const line = clients.locator('[data-runs]', { hasText: name });
  await line.getByText('local · echo by-oauth').waitFor();
  const running = page.locator('[data-running]', { hasText: 'echo by-oauth' });
  await running.getByText(`local · ${name}`).waitFor();
  await running.getByRole('button', { name: /^Arrêter/ }).click();
  await ran;
  await page
    .getByRole('list', { name: 'Dernières commandes' })
    .locator('.history-client', { hasText: name })
    .first()
    .waitFor();
});
