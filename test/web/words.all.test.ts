/** Words that say what happened, one name for a machine, links of the journal, and notices that hide nothing. */
import { beforeAll, expect, it } from 'vitest';
import { type Furnished, furnish } from './furnish.ts';
import { stage } from './stage.ts';

const { url, visit } = stage({ SYNAPSE_ALLOW_LOCAL: 'admin' });
let call: Furnished;
beforeAll(async () => {
  call = await furnish(url());
});

it('calls a machine by the same name everywhere, with its label beside it', async () => {
  const { page, signIn } = await visit({ viewport: { width: 1440, height: 900 } });
  await signIn();
  await page.goto('/');
  const names = page.getByRole('region', { name: 'Machines' }).locator('.board-name');
  await names.getByText('web-1', { exact: true }).waitFor();
  await page.goto('/machines?open=web-1');
  await page.locator('[data-machine=web-1]').getByRole('link', { name: 'web-1', exact: true }).waitFor();
  await page.getByRole('complementary', { name: 'web-1' }).getByText('Serveur web · SSH').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Rechercher ou exécuter…' }).fill('console sur web');
  await page.getByRole('option', { name: 'Console sur web-1 (Serveur web)' }).waitFor();
  await page.goto('/run');
  await page.locator('option', { hasText: 'web-1 (Serveur web)' }).waitFor({ state: 'attached' });
});

it('leads from the journal to the web by links that show where, and by no others', async () => {
  const { page, signIn } = await visit();
  await signIn();
  const { id } = (await call('POST', '/tda/projects', { name: 'Liens' })) as { id: number };
  const content = 'Voir [la demande](https://example.org/issues/1), https://example.org/doc. [x](javascript:alert(1))';
  await call('POST', '/tda/journal', { project_id: id, content });
  await page.goto('/journal');
  const entry = page.getByRole('listitem').filter({ hasText: 'la demande' });
  await entry.waitFor();
  const links = await entry
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel')]));
  const rel = 'noopener noreferrer';
  expect(links).toEqual([
    ['https://example.org/issues/1', 'https://example.org/issues/1', rel],
    ['https://example.org/doc', 'https://example.org/doc', rel],
  ]);
});

it('says above a refusal what happened', async () => {
  const { page, signIn, expectRefusal } = await visit();
  await signIn();
  expectRefusal(429);
  // As many as a minute has; the furniture has run some already.
  await Promise.all(
    Array.from({ length: 30 }, () =>
      call('POST', '/synapse/exec', { machine: 'local', command: 'true' }).catch(() => null),
    ),
  );
  await page.goto('/run?machine=local');
  await page.getByRole('combobox', { name: 'Commande' }).fill('echo too-many');
  await page.getByRole('button', { name: 'Exécuter', exact: true }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('Limite atteinte').waitFor();
  expect(await alert.textContent()).not.toContain('À corriger');
});

it('keeps a notice above the bar at the bottom of a phone', async () => {
  const { page, signIn } = await visit({ viewport: { width: 390, height: 844 } });
  await signIn();
  await page.goto('/secrets');
  await page.locator('[data-secret=DB_PASSWORD]').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Rechercher ou exécuter…' }).fill('geler laptop');
  await page.getByRole('option', { name: 'Geler laptop' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'laptop' }).last();
  await notice.waitFor();
  const { y, height } = (await notice.boundingBox())!;
  expect(y + height).toBeLessThanOrEqual(844 - 60);
});
