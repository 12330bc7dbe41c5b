/** A real Chromium for the page's tests: the system's, or Debian's package if the run may install it. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

export function openChromium(): Promise<Browser> {
  const asRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: findChromium(),
    args: [...(asRoot ? ['--no-sandbox'] : []), '--disable-dev-shm-usage', '--disable-gpu'],
  });
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
