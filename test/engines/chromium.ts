/** A real Chromium for the page's tests: the system's, or Debian's package if the run may install it. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { ENGINES_DIR, type Located, locate } from './engines.ts';
import { withFileLock } from './file-lock.ts';

const run = promisify(execFile);

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

export async function openChromium(): Promise<Browser> {
  const asRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: await findChromium(),
    args: [
      ...(asRoot ? ['--no-sandbox'] : []),
      '--disable-dev-shm-usage',
      '--disable-gpu',
      `--disable-features=${WITHOUT.join(',')}`,
    ],
  });
}

export const locateChromium = (): Promise<Located<string>> => locate('chromium', findChromium);

const installed = (): string | undefined => PLACES.find((path) => existsSync(path));

async function findChromium(): Promise<string> {
  const mayInstall = process.env.CI === 'true' && process.getuid?.() === 0;
  if (mayInstall) return oneAtATime(async () => installed() ?? (await install()));
  const found = installed();
  if (found !== undefined) return found;
  throw new Error('Chromium is needed for the tests of the page: `apt-get install chromium`');
}

/** While one worker installs it, another finds half of it. */
async function oneAtATime(find: () => Promise<string>): Promise<string> {
  await mkdir(ENGINES_DIR, { recursive: true });
  return withFileLock(join(ENGINES_DIR, 'chromium.lock'), find);
}

async function install(): Promise<string> {
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  await run('apt-get', [...wait, 'update', '-qq']);
  await run('apt-get', [...wait, 'install', '-y', '-qq', '--no-install-recommends', 'chromium']);
  return '/usr/bin/chromium';
}
