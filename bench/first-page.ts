/** The page in a real browser with an empty cache: from the start of the navigation to a form that can be typed into. */
import { openChromium } from '../test/engines/chromium.ts';
import { startInstance } from '../test/web/instance.ts';
import { timeToInteractive } from '../test/web/time-to-interactive.ts';
import { report } from './figure.ts';
import { median } from './times.ts';

const LOADS = 15;

const instance = await startInstance();
const browser = await openChromium();
try {
  const times: number[] = [];
  for (let load = 0; load < LOADS; load++) times.push(await timeToInteractive(browser, instance.url));
  report({ name: `first page interactive, best of ${LOADS} loads`, value: Math.min(...times), unit: 'ms' });
  report({ name: `first page interactive, median of ${LOADS} loads`, value: median(times), unit: 'ms', atMost: 1000 });
} finally {
  await browser.close();
  await instance.stop();
}
