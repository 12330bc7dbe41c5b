/** Nothing exists that nobody uses: exports, metrics, entries of a package. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { SOURCES, textOf } from './sources.ts';

const EXPORTED = /^export (?:async )?(?:function\*?|const|class|interface|type|enum) (\w+)/gm;

it('every export is used by production code', () => {
  const words = new Map<string, number>();
  for (const file of SOURCES) {
    for (const [word] of textOf(file).matchAll(/\w+/g)) words.set(word, (words.get(word) ?? 0) + 1);
  }
  const names = SOURCES.flatMap((file) =>
    [...textOf(file).matchAll(EXPORTED)].map((match) => ({ file, name: match[1]! })),
  );
  expect(names.length).toBeGreaterThan(500);
  // The name occurs only in its own declaration.
  expect(names.filter(({ name }) => words.get(name) === 1).map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

it('every metric is moved by something', () => {
  const all = SOURCES.map(textOf).join('\n');
  const declared = [...all.matchAll(/(?:(\w+): )?new (?:Counter|Gauge|Histogram)\(\{([^}]*)/g)];
  expect(declared.length).toBeGreaterThan(2);
  const moved = (field = '') =>
    new RegExp(`\\bmetrics\\.${field}\\s*\\.(?:labels\\([^)]*\\)\\.)?(?:inc|dec|set|observe|startTimer)\\(`).test(all);
  const still = declared.filter(([, field, options]) => !options!.includes('collect()') && !moved(field));
  expect(still.map(([whole]) => whole)).toEqual([]);
});

it('every entry of a package is a file', () => {
  const packages = globSync('packages/*/package.json');
  expect(packages.length).toBeGreaterThan(4);
  const missing = packages.flatMap((path) => {
    const { exports = {}, bin = {} } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, string>>;
    return [...Object.values(exports), ...Object.values(bin)]
      .filter((entry) => !existsSync(join(dirname(path), entry)))
      .map((entry) => `${path}: ${entry}`);
  });
  expect(missing).toEqual([]);
});
