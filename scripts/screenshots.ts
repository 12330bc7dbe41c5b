/**
 * `npm run screenshots`: every page in every state of the tour, at three widths, light and dark, in both languages, into
 * `.screenshots/`. Words behind it choose among the pictures: `npm run screenshots -- english narrow secret`.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { en } from '../packages/web/src/i18n/en/index.ts';
import { fr } from '../packages/web/src/i18n/fr/index.ts';
import { openChromium } from '../test/engines/chromium.ts';
import { furnish } from '../test/web/furnish.ts';
import { furnishCrew } from '../test/web/furnish-crew.ts';
import { furnishProjects } from '../test/web/furnish-projects.ts';
import { furnishStates } from '../test/web/furnish-states.ts';
import { startInstance } from '../test/web/instance.ts';
import { type OpenPage, TOURS } from '../test/web/tours.ts';

const OUT = join(import.meta.dirname, '../.screenshots');
const SIZES = {
  narrow: { width: 390, height: 844 },
  wide: { width: 1440, height: 900 },
  widest: { width: 1920, height: 1080 },
} as const;
type Size = keyof typeof SIZES;
/** What is open in a window stays open when it is made wider, as long as it is drawn in the same way. */
const WINDOWS: readonly (readonly Size[])[] = [['narrow'], ['wide', 'widest']];
const LANGUAGES = { french: { locale: 'fr-FR', text: fr }, english: { locale: 'en-GB', text: en } } as const;
const PATIENCE_MS = 60_000;
const THEMES = ['light', 'dark'] as const;
/** Of the words of a picture's name, those that choose a look. */
const LOOKS = [...Object.keys(SIZES), ...Object.keys(LANGUAGES)];
const WANTED = process.argv.slice(2);
const wantedLooks = WANTED.filter((word) => LOOKS.includes(word));
const wantedPages = WANTED.filter((word) => !LOOKS.includes(word));

if (WANTED.length === 0) rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const instance = await startInstance({
  SYNAPSE_ALLOW_LOCAL: 'all',
  SYNAPSE_LIMITS: 'minute=1000',
  SYNAPSE_APPROVAL_MINUTES: '1440',
});
const browser = await openChromium();
try {
  const call = await furnish(instance.url);
  await furnishProjects(call);
  await furnishCrew(instance.url, call);
  const { stop } = await furnishStates(instance.url, call);
  for (const sizes of WINDOWS) {
    const looks = (['french', 'english'] as const).filter((language) =>
      wantedLooks.every((word) => word === language || sizes.some((size) => word === size)),
    );
    // While one waits for its page, the other is drawn.
    await Promise.all(looks.map((language) => shootAll(language, sizes)));
  }
  await stop();
} finally {
  await browser.close();
  await instance.stop();
}

async function shootAll(language: keyof typeof LANGUAGES, sizes: readonly Size[]): Promise<void> {
  const { locale, text } = LANGUAGES[language];
  for (const { who, pages } of TOURS) {
    const wanted = pages.filter(({ name }) => wantedPages.every((word) => name.includes(word)));
    if (wanted.length === 0) continue;
    const context = await browser.newContext({ baseURL: instance.url, reducedMotion: 'reduce', locale });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    if (who !== null) {
      await context.request.post('/auth/session', { data: who });
      await page.addInitScript(() => localStorage.setItem('synapse-signed-in', '1'));
    }
    for (const each of wanted) {
      await page.setViewportSize(SIZES[sizes[0]!]);
      try {
        await each.open(page, text);
        for (const size of sizes) await shoot(page, each, language, size);
      } catch (error) {
        process.stderr.write(`${each.name}, ${language}, ${sizes}: ${(error as Error).message}\n`);
      }
    }
    await context.close();
  }
}

async function shoot(page: Page, { name }: OpenPage, language: string, size: Size): Promise<void> {
  await page.setViewportSize(SIZES[size]);
  await page.mouse.move(0, 0);
  // As high as the page, so that fixed parts beside it are as high too; a dialog stays in the middle of the window.
  if ((await page.getByRole('dialog').count()) === 0) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width: SIZES[size].width, height });
  }
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    await page.evaluate(() =>
      Promise.allSettled(
        document.getAnimations().flatMap((each) => (each instanceof CSSTransition ? [each.finished] : [])),
      ),
    );
    await page.screenshot({ path: join(OUT, `${name}-${language}-${size}-${colorScheme}.png`) });
  }
}
process.stdout.write(`Pictures are in ${OUT}\n`);
