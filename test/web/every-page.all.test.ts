/**
 * Every page in the states that people meet it in, light and dark, wide and narrow, in both languages: accessible, also
 * with dialogs, menus and popovers open, without errors, and within its width.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalogue } from '../../packages/web/src/i18n/catalogue.ts';
import { en } from '../../packages/web/src/i18n/en/index.ts';
import { fr } from '../../packages/web/src/i18n/fr/index.ts';
import { drawLine } from './cut-line.ts';
import { furnish } from './furnish.ts';
import { furnishCrew } from './furnish-crew.ts';
import { furnishProjects } from './furnish-projects.ts';
import { furnishStates, type States } from './furnish-states.ts';
import { stage } from './stage.ts';
import { TOURS } from './tours.ts';
import { type Visit, visit as visitAt } from './visit.ts';

const { url, visit, longVisit } = stage({
  SYNAPSE_ALLOW_LOCAL: 'all',
  SYNAPSE_LIMITS: 'minute=1000',
  SYNAPSE_APPROVAL_MINUTES: '1440',
});

const PHONE = { viewport: { width: 390, height: 844 } } as const;

interface Look {
  readonly look: string;
  readonly locale: string;
  readonly text: Catalogue;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: 'light' | 'dark';
  readonly check: (reader: Visit) => Promise<void>;
}

const LOOKS: readonly Look[] = [
  {
    look: 'wide, in English',
    locale: 'en-GB',
    text: en,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    check: ({ checkBothThemes }) => checkBothThemes(),
  },
  {
    look: 'narrow, in French',
    locale: 'fr-FR',
    text: fr,
    viewport: { width: 375, height: 760 },
    colorScheme: 'dark',
    check: ({ checkAccessibility }) => checkAccessibility(),
  },
  {
    look: 'between, in French',
    locale: 'fr-FR',
    text: fr,
    viewport: { width: 1160, height: 860 },
    colorScheme: 'light',
    // What is drawn there is drawn in the others, too.
    check: async () => undefined,
  },
];

let states: States | undefined;
beforeAll(async () => {
  const call = await furnish(url());
  await furnishProjects(call);
  await furnishCrew(url(), call);
  states = await furnishStates(url(), call);
});
afterAll(() => states?.stop());

describe.each(TOURS)('$name', ({ who, pages, refusals }) => {
  const readers: (Look & { readonly reader: Visit })[] = [];
  beforeAll(async () => {
    for (const { locale, viewport, colorScheme, ...look } of LOOKS) {
      const reader = await longVisit({ locale, viewport, colorScheme });
      if (who !== null) await reader.signIn(who);
      for (const status of refusals) reader.expectRefusal(status);
      readers.push({ ...look, locale, viewport, colorScheme, reader });
    }
  });

  /** All looks at once: while one waits for its page, another is checked. */
  it.each(pages)('$name is fit for everybody in every look', async ({ open }) => {
    await Promise.all(
      readers.map(async ({ look, text, reader, check }) => {
        const { page } = reader;
        await open(page, text);
        await check(reader);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, look).toBeLessThanOrEqual(0);
        // A reader cannot see what a frame hides, so nothing may be wider than its frame.
        const hidden = await page.evaluate(() =>
          [...document.querySelectorAll('.sheet-frame, .section, .mantine-Card-root, .mantine-Alert-root, .chart-box')]
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
            .map(({ textContent }) => textContent?.slice(0, 80)),
        );
        expect(hidden, look).toEqual([]);
      }),
    );
  });
});

it('is fit for everybody while something is frozen, and while the service does not answer', async () => {
  const { page: any } = await visit();
  const line = await drawLine(url);
  const { page, signIn, expectLostConnection, checkBothThemes, leave } = await visitAt(
    any.context().browser()!,
    line,
    PHONE,
  );
  await signIn();
  await page.goto('/jobs');
  await page.getByText(fr.jobs.finished).waitFor();
  const headers = { 'x-synapse-page': '1' };
  const reason = 'a long word about why everything stands still, which is more than one line on a phone';
  const made = await page.request.post('/synapse/freeze', { headers, data: { machine: 'laptop', reason } });
  await page.locator('.strip-frozen').waitFor();
  await checkBothThemes();
  await page.request.delete(`/synapse/freeze/${(await made.json()).id}`, { headers });
  await page.locator('.strip-frozen').waitFor({ state: 'detached' });
  expectLostConnection();
  line.cut();
  await page.locator('.strip-lost').waitFor();
  await checkBothThemes();
  await leave();
  await line.close();
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
