/** The look: its own fonts, asked for early; states as dots and words; a banner while the service is away. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChromium } from '../engines/chromium.ts';
import { DIST } from './built-page.ts';
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

it('brings fonts of its own, asked for with the first answer', async () => {
  const { page, leave } = await visit(browser, instance);
  const html = readFileSync(join(DIST, 'index.html'), 'utf8');
  expect(html.match(/<link[^>]*rel="preload"[^>]*\.woff2"/g)).toHaveLength(1);
  await page.goto('/');
  await page.locator('button[type=submit]').waitFor();
  const loaded = await page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family);
  });
  expect(loaded.join()).toContain('Inter Variable');
  const body = await page.evaluate(() => {
    const { fontFamily, fontSize } = getComputedStyle(document.body);
    return { fontFamily, fontSize };
  });
  expect(body.fontFamily).toMatch(/^"Inter Variable"/);
  expect(body.fontSize).toBe('13px');
  await leave();
});

it('says that the service is away, opens other pages meanwhile, and comes back by itself', {
  timeout: 240_000,
}, async () => {
  const person = await visit(browser, line);
  const { page, signIn, expectLostConnection, leave } = person;
  await signIn();
  await page.goto('/machines');
  await page.getByRole('heading', { name: 'Machines' }).waitFor();
  await page.locator('[data-machine]').first().waitFor();
  // The other pages are fetched ahead, so that they open without the service.
  await page.waitForResponse((answer) => /executions-page/.test(answer.url()));
  await page.waitForFunction(() => {
    const known = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    return known.length > 30 && performance.now() - Math.max(...known.map(({ startTime }) => startTime)) > 500;
  });
  expectLostConnection();
  line.cut();
  const banner = page.getByText('Le service ne répond pas.');
  await banner.waitFor();
  await page.getByRole('link', { name: 'Exécutions' }).click();
  await page.getByRole('heading', { name: 'Exécutions' }).waitFor();
  line.mend();
  await banner.waitFor({ state: 'detached', timeout: 45_000 });
  // Nothing was reloaded, and nothing needs to be.
  await page.getByText('Aucune commande pour l’instant').waitFor();
  await leave();
});
