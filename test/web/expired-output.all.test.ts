/** An output that was kept for a while: its page says until when. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeAtEnd } from '../left-behind.ts';
import { furnishAsking } from './asking.ts';
import { stage } from './stage.ts';

const CLOCK_FILE = join(removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-expired-'))), 'clock');
const NODE_OPTIONS = `--import=${join(import.meta.dirname, 'moved-clock.mjs')}`;
const { url, visit } = stage({ CLOCK_FILE, NODE_OPTIONS, SYNAPSE_OUTPUT_HOURS: '1' });
const TWO_HOURS = 2 * 3600_000;

it('is shown for as long as it is kept, and then with the time of its end', async () => {
  const { call } = await furnishAsking(url(), 'version: 1\ndefault: open\n');
  const order = { machine: 'local', command: 'echo kept-for-an-hour' };
  const { execution_id: id } = await call('POST', '/synapse/exec', order);
  const { page, signIn, expectRefusal } = await visit({ timezoneId: 'UTC' });
  await signIn();
  await page.clock.install();
  await page.goto(`/executions/${id}`);
  await page.getByRole('region', { name: 'Sortie brute' }).getByText('kept-for-an-hour', { exact: true }).waitFor();
  const { output_until } = await call('GET', `/synapse/executions/${id}/entry`);
  writeFileSync(CLOCK_FILE, String(TWO_HOURS));
  await page.clock.fastForward(TWO_HOURS);
  expectRefusal(404);
  expectRefusal(401);
  await signIn();
  await expect
    .poll(async () => (await page.request.get(`/synapse/executions/${id}/output?stream=stdout`)).status())
    .toBe(404);
  await page.goto(`/executions/${id}`);
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
  const until = new Date(output_until).toLocaleString('fr-FR', style);
  await page.getByText(`Elle a été gardée jusqu’au ${until} (SYNAPSE_OUTPUT_HOURS).`).waitFor();
  expect(await page.getByText('kept-for-an-hour', { exact: true }).count()).toBe(0);
});
