/** Questions that end while the page shows them, on a phone: by time, by what has changed, by a token or a freeze. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { removeAtEnd } from '../left-behind.ts';
import { type Asking, furnishAsking } from './asking.ts';
import { stage } from './stage.ts';

const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-closed-')));
const CLOCK_FILE = join(folder, 'clock');
const NODE_OPTIONS = `--import=${join(import.meta.dirname, 'moved-clock.mjs')}`;
const { url, visit, killAndRestart } = stage({ CLOCK_FILE, NODE_OPTIONS });
const PHONE = { viewport: { width: 390, height: 844 } } as const;
const MINUTES_11 = 11 * 60_000;
let moved = 0;

let asking: Asking;
beforeAll(async () => {
  asking = await furnishAsking(url());
});
const ask = async (word: string) => (await asking.question(await asking.order(`echo ${word} > ${folder}/${word}`))).id;
const cardIn = (page: Page, id: string) => page.locator(`[data-approval="${id}"]`);
/** Nothing is left to press, nothing says that somebody else has answered, and nothing stands out of the page. */
async function closed(page: Page, id: string, status: string, words: RegExp): Promise<void> {
  const card = cardIn(page, id);
  await page.locator(`[data-approval="${id}"][data-status=${status}]`).waitFor();
  await card.getByText(words).waitFor();
  expect(await card.getByRole('button').count()).toBe(0);
  expect(await page.getByText('Une autre personne a répondu avant vous').count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

it('turn into expired ones when their time is over, whether or not anybody tells the page, also when one is answered then', async () => {
  const [alone, pressed] = [await ask('alone'), await ask('pressed')];
  const { page, signIn, expectRefusal, checkAccessibility } = await visit(PHONE);
  const other = await visit(PHONE);
  await signIn();
  await other.signIn();
  // No event reaches these windows, and only one of them knows what time it is.
  for (const each of [page, other.page]) {
    await each.addInitScript(() => Object.assign(globalThis, { EventSource: EventTarget }));
  }
  await page.clock.install();
  await page.goto('/approvals');
  await other.page.goto(`/approvals/${pressed}`);
  await cardIn(page, alone).getByRole('button', { name: 'Refuser' }).waitFor();
  await cardIn(other.page, pressed).getByRole('button', { name: 'Approuver une fois' }).waitFor();
  moved += MINUTES_11;
  writeFileSync(CLOCK_FILE, String(moved));
  await page.clock.fastForward(MINUTES_11);
  await closed(page, alone, 'expired', /^Personne n’a répondu à temps/);
  await checkAccessibility();

  other.expectRefusal(409);
  expectRefusal(409);
  await cardIn(other.page, pressed).getByRole('button', { name: 'Approuver une fois' }).click();
  await closed(other.page, pressed, 'expired', /^Personne n’a répondu à temps/);
});

it('say what has changed since they were asked', async () => {
  const id = await ask('stale');
  const { page, signIn, expectRefusal } = await visit(PHONE);
  await signIn();
  await page.goto('/approvals');
  await cardIn(page, id).getByRole('button', { name: 'Approuver une fois' }).waitFor();
  await asking.call('PATCH', '/synapse/machines/local', { statut: 'maintenance' });
  expectRefusal(409);
  await cardIn(page, id).getByRole('button', { name: 'Approuver une fois' }).click();
  await closed(page, id, 'stale', /L’ordre n’est plus celui qui a été soumis/);
  await asking.call('PATCH', '/synapse/machines/local', { statut: 'active' });
});

it('say that a freeze has ended them, and outlive a restart', async () => {
  const id = await ask('frozen');
  const { page, signIn, expectLostConnection } = await visit(PHONE);
  await signIn();
  await page.goto('/approvals');
  await cardIn(page, id).getByRole('button', { name: 'Refuser' }).waitFor();
  expectLostConnection();
  await killAndRestart();
  await expect.poll(async () => (await asking.call('GET', `/synapse/approvals/${id}`)).status).toBe('pending');
  await cardIn(page, id).getByRole('button', { name: 'Refuser' }).waitFor();
  const freeze = await asking.call('POST', '/synapse/freeze', { reason: 'a strange evening' });
  await closed(page, id, 'denied', /Exécutions gelées.*a strange evening/);
  await asking.call('DELETE', `/synapse/freeze/${freeze.id}`);
});

it('say that the token is gone that asked', async () => {
  const id = await ask('revoked');
  const { page, signIn } = await visit(PHONE);
  await signIn();
  await page.goto('/approvals');
  await cardIn(page, id).getByRole('button', { name: 'Refuser' }).waitFor();
  const { tokens } = await asking.call('GET', '/tda/ai/tokens');
  const current = tokens.find((token: { revoked_at: string | null }) => token.revoked_at === null);
  await asking.call('DELETE', `/tda/ai/tokens/${current.id}`);
  await closed(page, id, 'cancelled', /Jeton IA révoqué/);
});
