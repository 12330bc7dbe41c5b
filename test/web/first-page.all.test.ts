/** The first page, with nothing in the cache, can be typed into soon. How soon is measured by `npm run bench`. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChromium } from '../engines/chromium.ts';
import { type Instance, startInstance } from './instance.ts';
import { timeToInteractive } from './time-to-interactive.ts';

/** A second is the aim. A computer that is busy with other tests may take ten times as long. */
const WITHIN_MS = 10 * 1_000;
const LOADS = 3;

let instance: Instance;
let browser: Browser;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance(), openChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await instance?.stop();
});

it('is interactive soon', async () => {
  const times: number[] = [];
  for (let load = 0; load < LOADS; load++) times.push(await timeToInteractive(browser, instance.url));
  const best = Math.min(...times);
  process.stdout.write(`first page interactive: ${best.toFixed(0)} ms (best of ${times.length} loads)\n`);
  expect(best).toBeLessThanOrEqual(WITHIN_MS);
});
