/** A machine of the list, opened: its panel. */
import type { Locator, Page } from 'playwright-core';

export async function openMachine(page: Page, slug: string): Promise<Locator> {
  await page.locator(`[data-machine=${slug}] .row-link`).click();
  return page.getByRole('complementary', { name: slug });
}

/** What is behind the "…" of a machine's line. */
export const chooseAction = (page: Page, slug: string, action: string): Promise<void> =>
  chooseFrom(page.locator(`[data-machine=${slug}]`), action);

/** What is behind the "…" of any line. */
export async function chooseFrom(line: Locator, action: string): Promise<void> {
  await line.getByRole('button', { name: /^Actions ?: / }).click();
  await line.page().getByRole('menuitem', { name: action }).click();
}
