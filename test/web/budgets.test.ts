/** What the page may weigh, measured on the real build, compressed as the service sends it: by gzip, if nothing is said. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { buildPage, DIST } from './built-page.ts';

const KB = 1000;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly isDynamicEntry?: boolean;
}

let chunks: Readonly<Record<string, Chunk>> = {};
beforeAll(async () => {
  await buildPage();
  chunks = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'));
});

const weight = (file: string): number => gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length;
const sum = (files: Iterable<string>): number => [...files].reduce((total, file) => total + weight(file), 0);

/** A chunk with everything that must be loaded before it runs. */
function closure(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const each of chunks[name]?.imports ?? []) closure(each, found);
  return found;
}
const filesOf = (names: Iterable<string>): string[] => [...names].map((name) => chunks[name]!.file);

/** The chunks that the document itself names, with everything they need. */
function initialChunks(): Set<string> {
  const document = readFileSync(join(DIST, 'index.html'), 'utf8');
  const named = [...document.matchAll(/<script[^>]* src="\/([^"]+)"/g)].map(([, file]) => file);
  const found = new Set<string>();
  for (const [name, { file }] of Object.entries(chunks)) if (named.includes(file)) closure(name, found);
  expect(found.size).toBeGreaterThan(0);
  return found;
}

it('comes in a handful of requests, not in dozens that wait for each other', () => {
  expect(initialChunks().size).toBeLessThanOrEqual(4);
});

it('starts with at most 194 kB of scripts and 30 kB of styles', () => {
  const initial = initialChunks();
  expect(sum(filesOf(initial))).toBeLessThanOrEqual(194 * KB);
  const styles = new Set([...initial].flatMap((name) => chunks[name]!.css ?? []));
  expect(styles.size).toBeGreaterThan(0);
  expect(sum(styles)).toBeLessThanOrEqual(30 * KB);
});

it.each(['fr', 'en'])(
  'starts with at most 190 kB of scripts with the texts in %s, as browsers are sent them',
  (language) => {
    const texts = Object.entries(chunks).find(([name]) => name.endsWith(`i18n/${language}/index.ts`));
    expect(texts).toBeDefined();
    const files = filesOf([...initialChunks(), texts![0]]);
    expect(files.length).toBeGreaterThan(2);
    const packed = files.map((file) => statSync(join(DIST, `${file}.br`)).size);
    expect(packed.reduce((total, each) => total + each, 0)).toBeLessThanOrEqual(190 * KB);
  },
);

it('leaves the styles of single pages to them', () => {
  const text = (files: Iterable<string>) => [...files].map((file) => readFileSync(join(DIST, file), 'utf8')).join('\n');
  const stylesOf = (names: Iterable<string>) => new Set([...names].flatMap((name) => chunks[name]!.css ?? []));
  const first = text(stylesOf(initialChunks()));
  for (const [page, rule] of [
    ['machines/machines-page', '.machine-grid'],
    ['executions/executions-page', '.history-grid'],
    ['run/run-page', '.editor'],
    ['home/home-page', '.board-line'],
  ] as const) {
    expect(first, page).not.toContain(rule);
    const own = Object.keys(chunks).filter((name) => name.endsWith(`pages/${page}.tsx`));
    expect(text(stylesOf(own.flatMap((name) => [...closure(name)]))), page).toContain(rule);
  }
});

/** The pages that edit code fetch it when they are there: it is no part of any. */
const EDITOR = 'src/code/code-editor.tsx';

it('fetches the editor of code by itself, with at most 150 kB', () => {
  const initial = initialChunks();
  const own = [...closure(EDITOR)].filter((each) => !initial.has(each));
  expect(chunks[EDITOR]?.isDynamicEntry).toBe(true);
  expect(sum(filesOf(own))).toBeLessThanOrEqual(150 * KB);
});

it('adds at most 78 kB for any further page', () => {
  const initial = initialChunks();
  const pages = Object.entries(chunks).filter(
    ([name, { isDynamicEntry }]) => isDynamicEntry === true && name !== EDITOR,
  );
  expect(pages.length).toBeGreaterThan(5);
  for (const [name] of pages) {
    const own = [...closure(name)].filter((each) => !initial.has(each));
    expect(sum(filesOf(own)), name).toBeLessThanOrEqual(78 * KB);
  }
});
