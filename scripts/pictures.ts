/**
 * `npm run pictures`: the pictures of `docs/images`, taken of a real service with made-up data. Names behind it take some
 * of them: `npm run pictures -- home views`.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { openChromium } from '../test/engines/chromium.ts';
import { locateSshd, startSshd } from '../test/engines/sshd.ts';
import { ADMIN, startInstance } from '../test/web/instance.ts';
import { type Scene, setScene } from './picture-scene.ts';
import { takeViewPictures } from './view-pictures.ts';

const OUT = join(import.meta.dirname, '../docs/images');
const PATIENCE_MS = 60_000;
const DESK = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };

interface Picture {
  readonly name: string;
  readonly look: BrowserContextOptions;
  readonly open: (page: Page, scene: Scene) => Promise<void>;
}

const PICTURES: readonly Picture[] = [
  {
    name: 'machines',
    look: { ...DESK, colorScheme: 'light' },
    open: async (page) => {
      await page.goto('/machines?open=web-1');
      for (const slug of ['local', 'web-1', 'web-2']) {
        await page.locator(`[data-machine=${slug}]`).getByText('100%').waitFor();
      }
      await page.locator('[data-machine=db-1]').getByText('offline').waitFor();
    },
  },
  {
    name: 'console',
    look: { ...DESK, colorScheme: 'light' },
    open: async (page) => {
      await page.goto('/run?machine=local');
      await page.getByRole('combobox', { name: 'Command' }).fill('set -e\nexport TOKEN={{NPM_TOKEN}}\n./bin/check.sh');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByText('succeeded').first().waitFor();
    },
  },
  {
    name: 'home',
    look: { ...DESK, colorScheme: 'dark' },
    open: async (page, { order }) => {
      await order('./deploy.sh --canary');
      await page.goto('/');
      await page.getByText('building image').first().waitFor();
    },
  },
  {
    name: 'executions',
    look: { ...DESK, colorScheme: 'dark' },
    open: async (page) => {
      await page.goto('/executions');
      await page.locator('.history a').filter({ hasText: 'cat logs/app.log' }).click();
      await page.getByRole('complementary').getByText('alike').first().waitFor();
    },
  },
  {
    name: 'secrets',
    look: { ...DESK, colorScheme: 'dark' },
    open: async (page) => {
      await page.goto('/secrets');
      await page.getByText('SMTP_PASSWORD').waitFor();
    },
  },
  {
    name: 'approvals',
    look: { ...PHONE, colorScheme: 'light' },
    open: async (page, { call, order }) => {
      await call('PUT', '/synapse/policy', { text: 'version: 1\ndefault: careful\n' });
      await order('systemctl restart nginx');
      await page.goto('/approvals');
      await page.getByRole('button', { name: 'Approve once' }).waitFor();
    },
  },
];

const names = process.argv.slice(2);
const isWanted = (name: string): boolean => names.length === 0 || names.includes(name);

const sshd = await locateSshd();
if ('missing' in sshd) throw new Error(`the pictures need an sshd: ${sshd.missing}`);
const [instance, browser, host] = await Promise.all([startInstance(), openChromium(), startSshd(sshd.found)]);
let scene: Scene | undefined;
try {
  // On a port that is named it knows its own address.
  await instance.killAndRestart();
  scene = await setScene(instance.url, host);
  for (const picture of PICTURES) if (isWanted(picture.name)) await take(picture, scene);
  if (isWanted('views')) await takeViewPictures(browser, scene, OUT);
} finally {
  await browser.close();
  await instance.stop();
  await host.stop();
  if (scene !== undefined) rmSync(scene.folder, { recursive: true, force: true });
}
process.stdout.write(`Pictures are in ${OUT}\n`);

async function take({ name, look, open }: Picture, scene: Scene): Promise<void> {
  const context = await browser.newContext({
    baseURL: instance.url,
    locale: 'en-GB',
    reducedMotion: 'reduce' as const,
    ...look,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await context.request.post('/auth/session', { data: ADMIN });
  await page.addInitScript(() => localStorage.setItem('synapse-signed-in', '1'));
  await open(page, scene);
  await page.evaluate(() => document.fonts.ready);
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(OUT, `${name}.png`) });
  await context.close();
}
