/** `npm run docs`: writes the reference pages. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { REFERENCE_PAGES } from './reference/pages.ts';

for (const [file, page] of Object.entries(REFERENCE_PAGES)) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, page());
  process.stdout.write(`${file}\n`);
}
