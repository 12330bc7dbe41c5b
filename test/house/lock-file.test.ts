/** `npm ci` needs nothing besides Node. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Entry {
  readonly gypfile?: boolean;
}
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> };
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { allowScripts: Record<string, boolean> };

// The package contains its binaries, and says so in its own manifest. npm does not see that in a lock file, and asks
// for Python and a compiler that would then build nothing. `npm install` drops the line: put it back.
it('better-sqlite3 is not compiled', () => {
  expect(lock.packages['node_modules/better-sqlite3']).toMatchObject({ gypfile: false });
  expect(manifest.allowScripts['better-sqlite3']).toBe(false);
});
