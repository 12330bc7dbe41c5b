/** How long the first page takes until somebody can type into it, by the browser's own clock. */
import type { Browser } from 'playwright-core';

/** One visit with nothing in the cache, in milliseconds from the start of the navigation. */
export async function timeToInteractive(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ locale: 'fr-FR' });
  try {
    const page = await context.newPage();
    await page.addInitScript(() => {
      const look = (): void => {
        const form = document.querySelector('form');
        const send = form?.querySelector<HTMLButtonElement>('button[type=submit]');
        const ready = send != null && !send.disabled && send.getBoundingClientRect().height > 0;
        if (ready && document.activeElement?.tagName === 'INPUT') performance.mark('interactive');
        else requestAnimationFrame(look);
      };
      look();
    });
    await page.goto(url);
    await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0);
    return await page.evaluate(() => performance.getEntriesByName('interactive')[0]!.startTime);
  } finally {
    await context.close();
  }
}
