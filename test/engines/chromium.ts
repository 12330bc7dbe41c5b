/** A real Chromium for the page's tests: the system's, or Debian's package if the run may install it. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { type Located, locate } from './engines.ts';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

/**
 * Parts of the browser's own window that nobody sees here: its list of suggestions is two pages more for each context,
 * a second of processor time. Only the last switch of that name counts, so that the driver's own follow.
 */
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'LensOverlay',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

export function openChromium(): Promise<Browser> {
  const asRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: findChromium(),
    args: [
      ...(asRoot ? ['--no-sandbox'] : []),
      '--disable-dev-shm-usage',
      '--disable-gpu',
      `--disable-features=${WITHOUT.join(',')}`,
    ],
  });
}

export async function locateChromium(): Promise<Located<string>> {
  return locate('chromium', async () => findChromium());
}

function findChromium(): string {
  const found = PLACES.find((path) => existsSync(path));
  if (found !== undefined) return found;
  if (process.env.CI === 'true' && process.getuid?.() === 0) {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { stdio: 'inherit' });
    return '/usr/bin/chromium';
  }
  throw new Error('Chromium is needed for the tests of the page: `apt-get install chromium`');
}
