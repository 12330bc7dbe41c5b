/** The editor of code on a page. */
import type { Locator } from 'playwright-core';

/** What stands in it. It draws the lines in sight alone, so this is for short texts. */
export async function codeIn(field: Locator): Promise<string> {
  return (await field.locator('.cm-line').allTextContents()).join('\n');
}

/** Replaces all of it, as by pasting. */
export async function fillCode(field: Locator, text: string): Promise<void> {
  await field.press('Control+A');
  await field.press('Delete');
  if (text === '') return;
  await field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
