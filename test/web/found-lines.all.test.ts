/** A text is looked for in what commands printed, and found with its line. */
import { expect, it } from 'vitest';
import { stage } from './stage.ts';

const { visit } = stage({ SYNAPSE_ALLOW_LOCAL: 'admin' });

it.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('a search in outputs leads to the line, and is in the address', async (viewport) => {
  const { page, signIn, checkBothThemes } = await visit({ viewport });
  await signIn();
  for (const command of ['seq 1 300 | sed "s/^250$/needle (here)/"', 'echo hay']) {
    const data = { machine: 'local', command };
    const answer = await page.context().request.post('/synapse/exec', { headers: { 'x-synapse-page': '1' }, data });
    expect(answer.status()).toBe(200);
  }
  await page.goto('/executions');
  await page.getByRole('switch', { name: 'Dans les sorties' }).click();
  await page.getByText('Deux lettres au moins').waitFor();
  await page.getByLabel('Chercher un texte exact…').fill('needle (here)');
  const found = page.getByRole('list', { name: 'Dans les sorties' });
  // Not the command, which has it too: what it printed.
  await found.getByRole('link', { name: '250 needle (here)' }).first().waitFor();
  await page.getByText(/sorties? parcourues?, toutes celles qui sont conservées/).waitFor();
  await checkBothThemes();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  const address = new URL(page.url());
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    outputs: 'true',
    q: expect.stringContaining('needle'),
  });
  await found.getByRole('link', { name: '250 needle (here)' }).first().click();
  await page.waitForURL(/\/executions\/\w+\?line=250$/);
  await page.locator('.output-line[data-at]').getByText('needle (here)').waitFor();
  await page.goto(`${address.pathname}?outputs=true&q=no-such-text-anywhere`);
  await page.getByText('Rien trouvé').waitFor();
});
