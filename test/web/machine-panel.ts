/** A machine of the list, opened: its panel. */
import type { Locator, Page } from 'playwright-core';

export async function openMachine(page: Page, slug: string): Promise<Locator> {
  await page.locator(`[data-machine=${slug}] .row-link`).click();
  return page.getByRole('complementary', { name: slug });
}

/** What is behind the "…" of one line. */
export async function chooseAction(page: Page, slug: string, action: string): Promise<void> {
  await page
    .locator(`[data-machine=${slug}]`)
    .getByRole('button', { name: `Actions : ${slug}` })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}
