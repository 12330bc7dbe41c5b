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
  /** A visit that lasts for all tests of the file. */
  readonly longVisit: (options?: BrowserContextOptions) => Promise<Visit>;
}

export function stage(env: Readonly<Record<string, string>> = {}): Stage {
  let instance: Instance | undefined;
  let browser: Browser | undefined;
  const open: Visit[] = [];
  const long: Visit[] = [];
  beforeAll(async () => {
    [instance, browser] = await Promise.all([startInstance(env), openChromium()]);
  });
  const leaveAll = async (visits: Visit[]) => {
    for (const each of visits.splice(0)) await each.leave();
  };
  afterEach(() => leaveAll(open));
  afterAll(async () => {
    try {
      await leaveAll(long);
    } finally {
      await browser?.close();
      await instance?.stop();
    }
  });
  const begin = async (visits: Visit[], options?: BrowserContextOptions) => {
    const started = await visit(browser!, instance!, options);
    visits.push(started);
    return started;
  };
  return {
    url: () => instance!.url,
    killAndRestart: () => instance!.killAndRestart(),
    visit: (options) => begin(open, options),
    longVisit: (options) => begin(long, options),
  };
}
