/** `npm run screenshots`: every page, light and dark, wide and narrow, into `.screenshots/`. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openChromium } from '../test/engines/chromium.ts';
import { furnish } from '../test/web/furnish.ts';
import { furnishProjects } from '../test/web/furnish-projects.ts';
import { ADMIN, startInstance } from '../test/web/instance.ts';
import { PAGES } from '../test/web/pages.ts';

const OUT = join(import.meta.dirname, '../.screenshots');
const SIZES = { wide: { width: 1280, height: 860 }, narrow: { width: 375, height: 760 } } as const;

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const instance = await startInstance();
const browser = await openChromium();
try {
  await furnishProjects(await furnish(instance.url));
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      const context = await browser.newContext({ baseURL: instance.url, locale: 'fr-FR', colorScheme, viewport });
      const page = await context.newPage();
      await page.goto('/sign-in');
      await page.locator('button[type=submit]').waitFor();
      await page.screenshot({ path: join(OUT, `sign-in-${colorScheme}-${size}.png`) });
      await context.request.post('/auth/session', { data: ADMIN });
      await page.addInitScript(() => localStorage.setItem('synapse-signed-in', '1'));
      for (const { name, open } of PAGES) {
        await open(page);
        await page.waitForLoadState('load');
        await page.screenshot({ path: join(OUT, `${name}-${colorScheme}-${size}.png`), fullPage: true });
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await instance.stop();
}
process.stdout.write(`Screenshots are in ${OUT}\n`);
