/** Links between the project's pages and into its code lead somewhere. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const PAGES = globSync(['*.md', 'docs/**/*.md']);
const LINK = /\]\((?!https?:|mailto:|#)([^)\s#]+)/g;

it('finds the pages', () => {
  expect(PAGES).toContain('README.md');
  expect(PAGES.length).toBeGreaterThan(10);
});

it.each(PAGES)('%s has no dead link', (page) => {
  const prose = readFileSync(page, 'utf8').replace(/`[^`\n]*`/g, '');
  const links = [...prose.matchAll(LINK)].map((match) => match[1]!);
  // An address that starts with a slash is one of the running service.
  const dead = links.filter((link) => !link.startsWith('/') && !existsSync(join(dirname(page), link)));
  expect(dead).toEqual([]);
});
