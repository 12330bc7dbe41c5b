/** Nothing is cut, covered or pushed away: titles on a phone, figures beside their words, fields for paths. */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { furnish } from './furnish.ts';
import { furnishCrew } from './furnish-crew.ts';
import { stage } from './stage.ts';

const { url, visit } = stage({ SYNAPSE_ALLOW_LOCAL: 'all' });
const PHONE = { viewport: { width: 390, height: 844 } } as const;
const DESK = { viewport: { width: 1440, height: 900 } } as const;

beforeAll(async () => {
  const call = await furnish(url());
  await furnishCrew(url(), call);
  await call('PUT', '/synapse/policy', { text: 'version: 1\ndefault: careful\n' });
  const command = 'touch /tmp/a-file-with-a-name-that-is-longer-than-a-phone-is-wide';
  await call('POST', '/synapse/exec', { machine: 'local', command, wait_seconds: 0 });
});

const isCut = (locator: Locator): Promise<boolean> =>
  locator.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
const widthOf = async (locator: Locator): Promise<number> => (await locator.boundingBox())?.width ?? 0;

it('shows whole titles on a phone, in French', async () => {
  const { page, signIn } = await visit(PHONE);
  await signIn();
  for (const path of ['/many', '/approvals', '/administration', '/machines/local/files?path=/etc']) {
    await page.goto(path);
    const title = page.getByRole('heading', { level: 1 });
    await title.waitFor();
    await page.evaluate(() => document.fonts.ready);
    expect(await isCut(title), path).toBe(false);
  }
});

it('leaves room on a phone for a path, for filters and for the commands that were answered', async () => {
  const { page, signIn } = await visit(PHONE);
  await signIn();
  await page.goto('/machines/local/files?path=/etc');
  expect(await widthOf(page.getByRole('textbox', { name: 'Dossier' }))).toBeGreaterThan(200);
  await page.goto('/executions');
  const chips = page.locator('.filter-chips .chip');
  await chips.nth(3).waitFor();
  const lines = await chips.evaluateAll((all) => new Set(all.map((chip) => chip.getBoundingClientRect().top)).size);
  expect(lines).toBe(1);
  await page.goto('/approvals');
  const asked = page.locator('.approval');
  await asked.getByRole('button', { name: 'Refuser' }).click();
  await asked
    .getByText(/^Refusée/)
    .first()
    .waitFor();
  await page.goto('/approvals');
  const answered = page.locator('.recent-line .command');
  await answered.waitFor();
  expect(await widthOf(answered)).toBeGreaterThan(150);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

it.each(['fr-FR', 'en-GB'])('prints no words over a figure of the savings (%s)', async (locale) => {
  const { page, signIn } = await visit({ ...DESK, locale });
  await signIn();
  await page.goto('/savings');
  await page.locator('.figure-note').nth(3).waitFor();
  expect(await overlaps(page)).toEqual([]);
});

/** The figures whose words lie over them. */
const overlaps = (page: Page): Promise<string[]> =>
  page.locator('.figure').evaluateAll((figures) =>
    figures
      .filter((figure) => {
        // Of the letters: what does not fit in a cell is drawn outside of it.
        const [value, note] = ['.figure-value', '.figure-note'].map((part) => {
          const letters = document.createRange();
          letters.selectNodeContents(figure.querySelector(part) ?? figure);
          return letters.getBoundingClientRect();
        });
        return value !== undefined && note !== undefined && note.left < value.right && note.top < value.bottom;
      })
      .map((figure) => figure.textContent ?? ''),
  );
