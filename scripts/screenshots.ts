/**
 * `npm run screenshots`: every page at three widths, light and dark, in both languages, into `.screenshots/`. Words
 * behind it choose among the looks: `npm run screenshots -- english-dark narrow`.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { openChromium } from '../test/engines/chromium.ts';
import { furnish } from '../test/web/furnish.ts';
import { furnishCrew } from '../test/web/furnish-crew.ts';
import { furnishProjects } from '../test/web/furnish-projects.ts';
import { ADMIN, startInstance } from '../test/web/instance.ts';
import { ENGLISH_PAGES, type OpenPage, PAGES } from '../test/web/pages.ts';

const OUT = join(import.meta.dirname, '../.screenshots');
const SIZES = {
  wide: { width: 1440, height: 900 },
  widest: { width: 1920, height: 1080 },
  narrow: { width: 390, height: 844 },
} as const;

const LANGUAGES = {
  french: { locale: 'fr-FR', pages: PAGES },
  english: { locale: 'en-GB', pages: ENGLISH_PAGES },
} as const;
const WANTED = process.argv.slice(2);

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const instance = await startInstance();
const browser = await openChromium();
try {
  const call = await furnish(instance.url);
  await furnishProjects(call);
  await furnishCrew(instance.url, call);
  for (const [language, { locale, pages }] of Object.entries(LANGUAGES)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [size, viewport] of Object.entries(SIZES)) {
        const look = `${language}-${colorScheme}-${size}`;
        if (WANTED.every((word) => look.includes(word))) await shoot(pages, look, { locale, colorScheme, viewport });
      }
    }
  }
} finally {
  await browser.close();
  await instance.stop();
}
async function shoot(pages: readonly OpenPage[], look: string, options: BrowserContextOptions): Promise<void> {
  const context = await browser.newContext({ baseURL: instance.url, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  await page.goto('/sign-in');
  await page.locator('button[type=submit]').waitFor();
  await page.screenshot({ path: join(OUT, `sign-in-${look}.png`) });
  await context.request.post('/auth/session', { data: ADMIN });
  await page.addInitScript(() => localStorage.setItem('synapse-signed-in', '1'));
  for (const { name, open } of pages) {
    await page.setViewportSize(options.viewport ?? SIZES.wide);
    await open(page);
    await page.waitForLoadState('load');
    await page.mouse.move(0, 0);
    // As high as the page, so that fixed parts beside it are as high too.
    for (let round = 0; round < 2; round++) {
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ ...(options.viewport ?? SIZES.wide), height });
      await page.waitForLoadState('networkidle', { timeout: 1000 }).catch(() => undefined);
    }
    await page.screenshot({ path: join(OUT, `${name}-${look}.png`) });
  }
  await context.close();
}
process.stdout.write(`Screenshots are in ${OUT}\n`);
