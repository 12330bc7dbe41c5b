/** The first page, with nothing in the cache, can be typed into within a second on loopback. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChromium } from '../engines/chromium.ts';
import { type Instance, startInstance } from './instance.ts';
import { timeToInteractive } from './time-to-interactive.ts';

const BUDGET_MS = 1000;
const LOADS = 3;
/** A busy computer says nothing about the page, so it is measured again, a few times. */
const ROUNDS = 5;

let instance: Instance;
let browser: Browser;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance(), openChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await instance?.stop();
});

it('is interactive within a second', async () => {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (let load = 0; load < LOADS; load++) times.push(await timeToInteractive(browser, instance.url));
    if (Math.min(...times) <= BUDGET_MS) break;
  }
  const best = Math.min(...times);
  process.stdout.write(`first page interactive: ${best.toFixed(0)} ms (best of ${times.length} loads)\n`);
  expect(best).toBeLessThanOrEqual(BUDGET_MS);
});
