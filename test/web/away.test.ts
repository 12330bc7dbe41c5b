/** A service that is away: a banner says so, other pages still open, and everything comes back by itself. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChromium } from '../engines/chromium.ts';
import { type CutLine, drawLine } from './cut-line.ts';
import { type Instance, startInstance } from './instance.ts';
import { visit } from './visit.ts';

let instance: Instance;
let browser: Browser;
let line: CutLine;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance({ SYNAPSE_ALLOW_LOCAL: 'admin' }), openChromium()]);
  line = await drawLine(() => instance.url);
});
afterAll(async () => {
  await browser?.close();
  await line?.close();
  await instance?.stop();
});

it.each([
  ['nobody answers', () => line.cut()],
  ['a proxy answers in its place', () => line.cutBehindProxy()],
])(
  'says that the service is away if %s, opens other pages meanwhile, and comes back by itself',
  {
    timeout: 240_000,
  },
  async (_, lose) => {
    const person = await visit(browser, line);
    const { page, signIn, expectLostConnection, expectRefusal, leave } = person;
    page.setDefaultTimeout(30_000);
    await signIn();
    await page.goto('/machines');
    await page.getByRole('heading', { name: 'Machines' }).waitFor();
    await page.locator('[data-machine]').first().waitFor();
    // The other pages are fetched ahead, so that they open without the service.
    await page.waitForFunction(() => {
      const known = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
      const quiet = performance.now() - Math.max(...known.map(({ startTime }) => startTime)) > 500;
      return quiet && known.length > 30 && known.some(({ name }) => name.includes('executions-page'));
    });
    expectLostConnection();
    expectRefusal(502);
    lose();
    const banner = page.locator('.strip-lost').getByText('Le service ne répond pas.');
    await banner.waitFor();
    await page.getByRole('link', { name: 'Exécutions' }).click();
    await page.getByRole('heading', { name: 'Exécutions' }).waitFor();
    // Asked in vain, and given up.
    const given = page.getByRole('alert').getByText('Pas de connexion');
    await given.waitFor();
    if (process.env.AWAY === 'minute') await sleep(60_000);
    line.mend();
    await banner.waitFor({ state: 'detached' });
    // Nothing was reloaded, and nothing needs to be.
    await page.getByText('Aucune commande pour l’instant').waitFor();
    expect(await given.count()).toBe(0);
    await leave();
  },
);
