/**
 * Two people who have the same page open: how long it takes until both see what one of them changed, in real browsers.
 * Usage: node bench/two-people.ts [changes]
 */
import { openChromium } from '../test/engines/chromium.ts';
import { ADMIN, startInstance } from '../test/web/instance.ts';
import { report } from './figure.ts';
import { median, quantile } from './times.ts';

const CHANGES = Number(process.argv[2] ?? 30);
const headers = { 'x-synapse-page': '1' };

const instance = await startInstance();
const browser = await openChromium();
try {
  const open = async () => {
    const context = await browser.newContext({ baseURL: instance.url });
    await context.request.post('/auth/session', { data: ADMIN });
    const page = await context.newPage();
    await page.addInitScript(() => localStorage.setItem('synapse-signed-in', '1'));
    await page.goto('/secrets');
    await page.waitForLoadState('networkidle');
    return page;
  };
  const people = [await open(), await open()];
  const times: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    const name = `SEEN_BY_BOTH_${change}`;
    const seen = people.map((page) => page.locator(`[data-secret=${name}]`).waitFor());
    const began = performance.now();
    await people[0]!.request.put(`/synapse/secrets/${name}`, { headers, data: { value: 'a value of ours' } });
    await Promise.all(seen);
    times.push(performance.now() - began);
  }
  report({ name: 'both see a change after, median', value: median(times), unit: 'ms', atMost: 1000 });
  report({ name: 'both see a change after, 99 of 100', value: quantile(times, 0.99), unit: 'ms', atMost: 1000 });
} finally {
  await browser.close();
  await instance.stop();
}
