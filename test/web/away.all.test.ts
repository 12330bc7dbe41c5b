/** A service that is away: a banner says so, other pages still open, and everything comes back by itself. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page, Request } from 'playwright-core';
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

/** Files of the page that are asked for, and those that have come. */
function watchFiles(page: Page) {
  const [asked, come] = [new Set<string>(), new Set<string>()];
  const isFile = (request: Request) => request.url().includes('/assets/');
  page.on('request', (request) => isFile(request) && asked.add(request.url()));
  page.on('requestfinished', (request) => isFile(request) && come.add(request.url()));
  const isWhole = () => asked.size === come.size && [...come].some((url) => url.includes('executions-page'));
  return {
    /** All of them: nothing more is asked for by what has come last. */
    haveCome: async () => {
      const before = asked.size;
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
      return isWhole() && asked.size === before;
    },
  };
}

it.each([
  ['nobody answers', () => line.cut()],
  ['a proxy answers in its place', () => line.cutBehindProxy()],
])('says that the service is away if %s, opens other pages meanwhile, and comes back by itself', async (_, lose) => {
  const person = await visit(browser, line);
  const { page, signIn, expectLostConnection, expectRefusal, leave } = person;
  const files = watchFiles(page);
  await signIn();
  await page.goto('/machines');
  await page.getByRole('heading', { name: 'Machines' }).waitFor();
  await page.locator('[data-machine]').first().waitFor();
  // The other pages are fetched ahead, so that they open without the service.
  await expect.poll(files.haveCome, { interval: 500 }).toBe(true);
  expect(await files.haveCome()).toBe(true);
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
});
