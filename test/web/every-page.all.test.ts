/** Every page, light and dark, wide and narrow, in both languages: accessible, without errors, and within its width. */
import { beforeAll, expect, it } from 'vitest';
import { furnish } from './furnish.ts';
import { furnishCrew } from './furnish-crew.ts';
import { furnishProjects } from './furnish-projects.ts';
import { PAGES } from './pages.ts';
import { stage } from './stage.ts';
import type { Visit } from './visit.ts';

const { url, visit, longVisit } = stage();

const LOOKS = [
  { look: 'light, between', colorScheme: 'light', viewport: { width: 1160, height: 860 } },
  { look: 'light, wide', colorScheme: 'light', viewport: { width: 1280, height: 860 } },
  { look: 'dark, narrow', colorScheme: 'dark', viewport: { width: 375, height: 760 } },
] as const;

const readers: { readonly look: string; readonly reader: Visit }[] = [];
beforeAll(async () => {
  const call = await furnish(url());
  await furnishProjects(call);
  await furnishCrew(url(), call);
  for (const { look, ...options } of LOOKS) {
    const reader = await longVisit(options);
    await reader.signIn();
    readers.push({ look, reader });
  }
});

/** All looks at once: while one waits for its page, another is checked. */
it.each(PAGES)('$name is fit for everybody in every look', async ({ open }) => {
  await Promise.all(
    readers.map(async ({ look, reader: { page, checkAccessibility } }) => {
      await open(page);
      await checkAccessibility();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, look).toBeLessThanOrEqual(0);
      // A reader cannot see what a frame hides, so nothing may be wider than its frame.
      const hidden = await page.evaluate(() =>
        [...document.querySelectorAll('.sheet-frame, .section, .mantine-Card-root, .chart-box')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
          .map(({ textContent }) => textContent?.slice(0, 80)),
      );
      expect(hidden, look).toEqual([]);
    }),
  );
});

it('says nothing in French to an English reader', async () => {
  const { page, signIn } = await visit({ locale: 'en-GB' });
  await signIn();
  await page.goto('/');
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  const links = page.getByRole('navigation').getByRole('link');
  const places = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(places.length).toBeGreaterThan(5);
  for (const name of places) {
    // The last one: the name of the service leads home, too.
    await page.getByRole('navigation').locator(`a[href="${name}"]`).last().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.locator('[role=status][aria-label=Loading]').count()).toBe(0);
    const shown = await page.getByRole('main').textContent();
    expect(shown, name).not.toMatch(/[àâçèêëîïôùû]|\b(?:les|des|une|votre|aucun|aucune)\b/i);
  }
});
