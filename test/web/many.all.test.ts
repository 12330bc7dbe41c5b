/** Tags, one command on many machines as a grid that is live, and jobs. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { removeAtEnd } from '../left-behind.ts';
import { stage } from './stage.ts';

const { visit } = stage();
const headers = { 'x-synapse-page': '1' };

async function addMachines(page: Page): Promise<void> {
  for (const [slug, tags] of [
    ['one', ['web', 'eu']],
    ['two', ['web']],
  ] as const) {
    const made = await page
      .context()
      .request.post('/synapse/machines', { headers, data: { slug, kind: 'local', tags } });
    expect(made.status()).toBe(201);
  }
}

it('shows the machines of a tag, runs a command on all of them, and each answer once', async () => {
  const { page, signIn, checkAccessibility } = await visit();
  await signIn();
  await addMachines(page);
  await page.goto('/machines');
  await page.locator('[data-machine=two]').waitFor();
  await page.getByRole('group', { name: 'Filtrer par étiquette' }).getByRole('switch', { name: 'eu 1' }).click();
  await expect.poll(() => page.locator('[data-machine]').count()).toBe(1);
  await page.locator('[data-machine=one] [data-tag=web]').waitFor();

  await page.goto('/many');
  // A tag says how many it means.
  await page.getByRole('group', { name: 'Par étiquette' }).getByRole('switch', { name: 'web 2' }).click();
  expect(await page.locator('input[name=parallel]').isVisible()).toBe(false);
  await page.getByRole('combobox', { name: 'Commande' }).fill('sleep 1; echo hello from all');
  await page.getByRole('button', { name: 'Exécuter', exact: true }).click();
  await page.locator('[data-machine=one][data-state=running]').waitFor();
  await page.locator('[data-machine=one][data-state=succeeded]').waitFor();
  await page.locator('[data-machine=two][data-state=succeeded]').waitFor();
  const answer = page.getByRole('region', { name: 'one, two' });
  await answer.getByText('hello from all').waitFor();
  expect(await page.getByRole('region', { name: /one|two/ }).count()).toBe(1);
  await checkAccessibility();
  await page.locator('[data-machine=one]').getByRole('link').click();
  await page.waitForURL('**/executions/*');
});

it('says of a command that failed how, in the same words as everywhere', async () => {
  const { page, signIn } = await visit();
  await signIn();
  await page.goto('/many');
  const machines = page.getByRole('combobox', { name: 'Machines' });
  await machines.fill('local');
  await machines.press('Enter');
  await page.getByRole('combobox', { name: 'Commande' }).fill('echo gone wrong; exit 3');
  await page.getByRole('button', { name: 'Exécuter', exact: true }).click();
  await page.locator('[data-machine=local][data-state=failed]').getByText('échec (3)', { exact: true }).waitFor();
  const answer = page.getByRole('region', { name: 'local' });
  await answer.getByText('échec (3)', { exact: true }).waitFor();
  expect(await answer.textContent()).not.toMatch(/·\s*3/);
});

it('says of an output that is the same with another exit code that it is the same', async () => {
  const { page, signIn } = await visit();
  await signIn();
  await page.goto('/many');
  await page.getByRole('group', { name: 'Par étiquette' }).getByRole('switch', { name: 'web 2' }).click();
  // Whichever comes second finds the folder there.
  const place = join(removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-many-'))), 'first');
  const command = `echo word for word; mkdir ${place} 2>/dev/null`;
  await page.getByRole('combobox', { name: 'Commande' }).fill(command);
  await page.getByRole('button', { name: 'Exécuter', exact: true }).click();
  const same = page.getByText(/^Même sortie que (?:one|two)\.$/);
  await same.waitFor();
  expect(await page.getByText('word for word', { exact: true }).count()).toBe(1);
  expect(await page.getByRole('region', { name: /^(?:one|two)$/ }).count()).toBe(2);
});

it('shows jobs while they run and when they are over, and stops one', async () => {
  const { page, signIn, checkAccessibility } = await visit();
  await signIn();
  const start = async (command: string): Promise<string> => {
    const data = { machine: 'local', command, detach: true };
    return (await (await page.context().request.post('/synapse/exec', { headers, data })).json()).execution_id;
  };
  const long = await start('echo half way there; sleep 300');
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.goto('/jobs');
  const row = page.locator(`[data-job="${long}"]`);
  await row.getByText('echo half way there; sleep 300').waitFor();
  // What it printed last is on its line, and the whole line opens it beside the others.
  await row.locator('.last-line').getByText('half way there').waitFor();
  expect((await row.boundingBox())!.height).toBe(36);
  expect(await row.locator('.job-machine').textContent()).toBe('local');
  expect(await row.locator('.job-client').textContent()).toBe('console');
  expect(await row.locator('.job-started').textContent()).toMatch(/^\d+ (?:s|min)$/);
  expect(await row.locator('.job-figure').last().textContent()).toMatch(/^\d+:\d\d$/);
  // One that failed says so by its dot and a word, on the same ground as the others.
  const broken = page.locator(`[data-job="${await start('exit 3')}"]`);
  await broken.locator('.state-word').getByText('échec (3)').waitFor();
  await broken.locator('.dot[data-state=bad]').waitFor();
  const grounds = await page
    .locator('[data-job]')
    .evaluateAll((rows) => rows.map((each) => getComputedStyle(each).backgroundColor));
  expect(new Set(grounds).size).toBe(1);
  expect(
    await row.evaluate((line) => [...line.querySelectorAll('a')].map((a) => getComputedStyle(a).textDecorationLine)),
  ).toEqual(['none']);
  await checkAccessibility();
  await row.getByRole('link').click();
  const panel = page.getByRole('complementary', { name: 'Exécution choisie' });
  await panel.getByRole('button', { name: 'Copier le lien' }).waitFor();
  expect(page.url()).toContain(`/jobs?open=${long}`);
  await checkAccessibility();
  await page.goBack();
  await panel.waitFor({ state: 'detached' });
  await row.getByRole('button').click();
  await row.locator('[data-status=cancelled]').waitFor();
  await page.getByRole('list', { name: 'Terminées' }).waitFor();
});
