/** The look: its own fonts, asked for early; states as dots and words. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChromium } from '../engines/chromium.ts';
import { DIST } from './built-page.ts';
import { type Instance, startInstance } from './instance.ts';
import { visit } from './visit.ts';

let instance: Instance;
let browser: Browser;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance({ SYNAPSE_ALLOW_LOCAL: 'admin' }), openChromium()]);
});
afterAll(async () => {
  await browser?.close();
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
