/** Tags, one command on many machines as a grid that is live, and jobs. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
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
  await page.getByRole('group', { name: 'Filtrer par étiquette' }).getByText('eu', { exact: true }).click();
  await expect.poll(() => page.locator('[data-machine]').count()).toBe(1);
  await page.locator('[data-machine=one] [data-tag=web]').waitFor();

  await page.goto('/many');
  const machines = page.getByRole('combobox', { name: 'Machines' });
  await machines.fill('tag:web');
  await machines.press('Enter');
  await page.getByRole('combobox', { name: 'Commande' }).fill('sleep 1; echo hello from all');
  await page.getByRole('button', { name: 'Exécuter', exact: true }).click();
  await page.locator('[data-machine=one][data-state=running]').waitFor();
  await page.locator('[data-machine=one][data-state=succeeded]').waitFor();
  await page.locator('[data-machine=two][data-state=succeeded]').waitFor();
  const answer = page.getByRole('region', { name: 'one, two' });
  await answer.getByText('hello from all').waitFor();
  expect(await page.getByRole('region', { name: /one|two/ }).count()).toBe(1);
  await checkAccessibility();
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

it('shows jobs while they run and when they are over, and stops one', async () => {
  const { page, signIn, checkAccessibility } = await visit();
  await signIn();
  const start = async (command: string): Promise<string> => {
    const data = { machine: 'local', command, detach: true };
    return (await (await page.context().request.post('/synapse/exec', { headers, data })).json()).execution_id;
  };
  const long = await start('sleep 300');
  await page.goto('/jobs');
  const row = page.locator(`[data-job="${long}"]`);
  await row.getByText('sleep 300').waitFor();
  await checkAccessibility();
  await row.getByRole('button').click();
  await row.locator('[data-status=cancelled]').waitFor();
  await page.getByRole('list', { name: 'Terminées' }).waitFor();
});
