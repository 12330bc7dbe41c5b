/** The page of one execution: its command whole, how it went in one line, and who let it run, in words. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { removeAtEnd } from '../left-behind.ts';
import { type Asking, furnishAsking } from './asking.ts';
import { stage } from './stage.ts';

const { url, visit } = stage({ SYNAPSE_ALLOW_LOCAL: 'admin' });
let asking: Asking;
beforeAll(async () => {
  asking = await furnishAsking(url());
});

it.each([1440, 390])('wraps a long command, and tells what was decided, at %i pixels', async (width) => {
  const file = join(removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-page-'))), 'file');
  const id = await asking.order(`echo ${'a-word '.repeat(60)}${'x'.repeat(200)} > ${file}; echo over`);
  const { id: question } = await asking.question(id);
  await asking.decide(question, 'approve');
  expect(await asking.status(id)).toMatchObject({ status: 'done' });
  const { page, signIn, checkBothThemes } = await visit({ viewport: { width, height: 900 } });
  await signIn();
  await page.goto(`/executions/${id}`);
  const command = page.locator('.command-text');
  await command.waitFor();
  const { aside, lines } = await command.evaluate((box) => ({
    aside: box.scrollWidth - box.clientWidth,
    lines: box.scrollHeight / Number.parseFloat(getComputedStyle(box).lineHeight),
  }));
  expect(aside).toBe(0);
  expect(lines).toBeGreaterThan(3);
  const facts = page.locator('.fact-line');
  await facts.getByText('La politique demande l’accord d’une personne. Approuvée par admin.').waitFor();
  await facts.getByText('réussie').waitFor();
  if (width === 1440) expect((await facts.boundingBox())!.height).toBeLessThan(30);
  await checkBothThemes();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole('tab', { name: 'Détails' }).click();
  await page.getByRole('link', { name: 'Voir la demande' }).click();
  await page.waitForURL(`**/approvals/${question}`);
});

it.each([
  ['fr-FR', /^12\s345 lignes$/, /^3\soctets/, '2 h 5 min, en arrière-plan'],
  ['en-GB', /^12,345 lines$/, /^3 bytes/, '2 h 5 min, in the background'],
])('writes numbers, sizes and times as the reader does: %s', async (locale, lines, size, time) => {
  const run = (order: object) => asking.call('POST', '/synapse/exec', { machine: 'local', wait_seconds: 20, ...order });
  const [many, few] = [await run({ command: 'seq 1 12345' }), await run({ command: 'printf abc' })];
  const asked = await run({ command: 'touch /tmp/never-made', detach: true, timeout_seconds: 7500 });
  const { page, signIn } = await visit({ locale, viewport: { width: 1440, height: 900 } });
  await signIn();
  await page.goto(`/executions/${many.execution_id}`);
  await page.getByText(lines).waitFor();
  await page.goto(`/executions/${few.execution_id}?tab=details`);
  await page.locator('dd').getByText(size).waitFor();
  const { id } = await asking.question(asked.execution_id);
  await page.goto(`/approvals/${id}`);
  await page.locator('[data-approval]').getByText(time).waitFor();
  await asking.decide(id, 'deny');
});
