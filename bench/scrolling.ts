/**
 * Scrolling in a real browser: through a history of a hundred thousand executions, the output of a command that printed
 * four hundred thousand lines, one of ten thousand lines on both streams together, two hundred secrets and sixty
 * machines. The times between frames while it scrolls, the processor time that the page
 * itself needs for one (which other programs do not change much), and the memory of the page.
 * Usage: node bench/scrolling.ts [executions] [lines]
 */
import type { CDPSession, Page } from 'playwright-core';
import { openChromium } from '../test/engines/chromium.ts';
import { ADMIN, startInstance } from '../test/web/instance.ts';
import { report } from './figure.ts';
import { median, quantile } from './times.ts';

const EXECUTIONS = Number(process.argv[2] ?? 100_000);
const LINES = Number(process.argv[3] ?? 400_000);
const SECRETS = 200;
const MACHINES = 60;
const HEADERS = { 'x-synapse-page': '1' };
/** More than the service gives at once, so that reading everything does not take longer than what is measured. */
const PAGE = 1000;
const SCROLL_MS = 4000;
/** Sixty a second, and what a clock may be off by. */
const FRAME_MS = 1000 / 60 + 1;
const MEMORY_MB = 250;

const instance = await startInstance({ SYNAPSE_ALLOW_LOCAL: 'admin' });
const browser = await openChromium();
try {
  const context = await browser.newContext({ baseURL: instance.url, viewport: { width: 1440, height: 900 } });
  await context.request.post('/auth/session', { data: ADMIN });
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('synapse-signed-in', '1'));
  await historyOf(page);
  await outputOf(page);
  await bothStreamsOf(page);
  await secretsOf(page);
  await machinesOf(page);
} finally {
  await browser.close();
  await instance.stop();
}

/** The service's own pages have a benchmark of theirs (audit): here they come from memory. */
async function historyOf(page: Page): Promise<void> {
  await page.route('**/synapse/executions?*', async (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const entries = Array.from({ length: PAGE }, (_, index) => entry(from + index));
    const next = from + PAGE < EXECUTIONS ? String(from + PAGE) : null;
    await route.fulfill({ json: { entries, next_cursor: next } });
  });
  await page.goto('/executions');
  await page.locator('.history-row').first().waitFor();
  // Everything is read first, a screen after the other; the scrolling that counts comes after that.
  await page.locator('.history-box').evaluate(
    (box, wanted) =>
      new Promise<void>((resolve) => {
        const further = (): void => {
          box.scrollTop = box.scrollHeight;
          if (Number(box.querySelector('.history')?.getAttribute('data-count')) >= wanted) resolve();
          else requestAnimationFrame(further);
        };
        further();
      }),
    EXECUTIONS,
  );
  await measure(page, '.history-box', `${EXECUTIONS} executions`);
  await page.unroute('**/synapse/executions?*');
}

async function run(page: Page, command: string): Promise<void> {
  await page.goto('/run?machine=local');
  await page.locator('textarea').first().fill(command);
  await page.keyboard.press('Control+Enter');
  await page.locator('.status-line [data-status=done]').waitFor({ timeout: 60_000 });
}

async function outputOf(page: Page): Promise<void> {
  await run(page, `seq 1 ${LINES}`);
  await page.waitForFunction(
    (wanted) => Number(document.querySelector('.output-count')?.textContent?.replace(/\D/g, '')) >= wanted,
    LINES,
    { timeout: 60_000 },
  );
  await measure(page, '.output-box', `${LINES} lines`);
}

/** As many changes from one to the other as are recorded. */
async function bothStreamsOf(page: Page): Promise<void> {
  const lines = 10_000;
  await run(page, `for i in $(seq 1 ${lines / 10}); do seq 1 8; seq 1 2 >&2; done`);
  await page.locator('.output-line[data-stream]').first().waitFor();
  await measure(page, '.output-box', `${lines} lines of both streams`);
}

async function secretsOf(page: Page): Promise<void> {
  for (let index = 0; index < SECRETS; index++) {
    const data = { value: `value-of-secret-${index}-0123456789`, folder: `team-${index % 9}` };
    await page.request.put(`/synapse/secrets/SECRET_${index}`, { headers: HEADERS, data });
  }
  await page.goto('/secrets');
  await page
    .locator('[data-secret]')
    .nth(SECRETS - 1)
    .waitFor({ state: 'attached' });
  await measure(page, 'html', `${SECRETS} secrets`);
}

async function machinesOf(page: Page): Promise<void> {
  for (let index = 1; index < MACHINES; index++) {
    const data = { slug: `machine-${index}`, kind: 'agent', label: `Machine ${index}`, tags: [`rack-${index % 5}`] };
    await page.request.post('/synapse/machines', { headers: HEADERS, data });
  }
  await page.goto('/machines');
  await page
    .locator('[data-machine]')
    .nth(MACHINES - 1)
    .waitFor({ state: 'attached' });
  await measure(page, 'html', `${MACHINES} machines`);
}

async function measure(page: Page, box: string, what: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await busyMs(session);
  const times = await page.locator(box).evaluate(
    (element, ms) =>
      new Promise<number[]>((resolve) => {
        const found: number[] = [];
        element.scrollTop = 0;
        let last = performance.now();
        const end = last + ms;
        let step = 180;
        const frame = (now: number): void => {
          found.push(now - last);
          last = now;
          // Back and forth, where it is shorter than the time.
          if (element.scrollTop + element.clientHeight >= element.scrollHeight) step = -180;
          if (element.scrollTop <= 0) step = 180;
          element.scrollTop += step;
          if (now < end) requestAnimationFrame(frame);
          else resolve(found.slice(2));
        };
        requestAnimationFrame(frame);
      }),
    SCROLL_MS,
  );
  const busy = (await busyMs(session)) - before;
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  report({ name: `${what}: time between frames, median`, value: median(times), unit: 'ms', atMost: FRAME_MS });
  report({ name: `${what}: time between frames, 99 of 100`, value: quantile(times, 0.99), unit: 'ms' });
  report({ name: `${what}: processor time for a frame`, value: busy / times.length, unit: 'ms', atMost: FRAME_MS });
  report({ name: `${what}: memory of the page`, value: usedSize / 1e6, unit: 'MB', atMost: MEMORY_MB });
}

/** What the page's own thread has worked since it was asked to count. */
async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

function entry(index: number): object {
  return {
    id: `e${index}`,
    execution_id: `x${index}`,
    created_at: new Date(Date.now() - index * 1000).toISOString(),
    source: 'mcp',
    machine: `web-${index % 7}`,
    container: null,
    cwd: null,
    alias: null,
    status: 'done',
    command_template: `journalctl -u service-${index} --since today`,
    success: true,
    exit_code: index % 9,
    refusal: null,
    duration_ms: index % 4000,
    stdout_bytes: 1000,
    returned_bytes: 400,
    filter: null,
    saved_tokens: 150,
    token_hint: null,
    ip: null,
    verdict: null,
    rule: null,
    approval_id: null,
    decided_by: null,
    sandbox: null,
    prev_hash: '',
    hash: '',
  };
}
