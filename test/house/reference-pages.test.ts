/** The reference pages say what the code says. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ERROR_CODES } from '../../packages/contract/src/index.ts';
import { REFERENCE_PAGES } from '../../scripts/reference/pages.ts';

it.each(Object.entries(REFERENCE_PAGES))('%s is up to date (npm run docs) [C3-CATALOGUE]', (file, page) => {
  expect(readFileSync(file, 'utf8')).toBe(page());
});

it('lists every error code once', () => {
  const page = readFileSync('docs/reference/errors.md', 'utf8');
  for (const code of ERROR_CODES) expect(page.split(`<a id="${code}"></a>`)).toHaveLength(2);
});
