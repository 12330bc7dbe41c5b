/** What a test file of the page needs: one service, one browser, and visits that are checked when they end. */
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openChromium } from '../engines/chromium.ts';
import { type Instance, startInstance } from './instance.ts';
import { type Visit, visit } from './visit.ts';

export interface Stage {
  readonly url: () => string;
  /** As after a power cut. */
  readonly killAndRestart: () => Promise<void>;
  readonly visit: (options?: BrowserContextOptions) => Promise<Visit>;
}

export function stage(env: Readonly<Record<string, string>> = {}): Stage {
  let instance: Instance | undefined;
  let browser: Browser | undefined;
  const open: Visit[] = [];
  beforeAll(async () => {
    [instance, browser] = await Promise.all([startInstance(env), openChromium()]);
  });
  afterEach(async () => {
    for (const each of open.splice(0)) await each.leave();
  });
  afterAll(async () => {
    await browser?.close();
    await instance?.stop();
  });
  return {
    url: () => instance!.url,
    killAndRestart: () => instance!.killAndRestart(),
    visit: async (options) => {
      const started = await visit(browser!, instance!, options);
      open.push(started);
      return started;
    },
  };
}
