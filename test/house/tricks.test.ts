/** The ledger of tricks: each has a row, each row leads somewhere, and each can still be taken out to measure it. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { edited } from '../../bench/without/bundle.ts';
import { LOADS } from '../../bench/without/loads.ts';
import type { Trick } from '../../bench/without/trick.ts';
import { SERVICE_ENVIRONMENT, SERVICE_NODE_OPTIONS } from '../../packages/contract/src/service-process.ts';
import { SOURCES, textOf } from './sources.ts';

const PAGE = 'docs/decisions/013-tricks.md';
const FILES = globSync('bench/tricks/*.ts').sort();
/** Those of the tables whose first cell links a trick. */
const ROWS = readFileSync(PAGE, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ['));

const read = async (file: string): Promise<Trick> =>
  ((await import(join(process.cwd(), file))) as { trick: Trick }).trick;
const linksOf = (row: string): string[] =>
  [...row.matchAll(/\]\(([^)#]+)\)/g)].map((match) => join('docs/decisions', match[1]!));

it('has a row for each trick, in which all that is linked is there', () => {
  expect(FILES.length).toBeGreaterThan(10);
  const tricks = ROWS.map((row) => linksOf(row)[0]);
  expect(tricks.toSorted()).toEqual(FILES);
  expect(ROWS.flatMap(linksOf).filter((file) => !existsSync(file))).toEqual([]);
});

it.each(FILES)('%s can be taken out, and its row says where it is and what shows it', async (file) => {
  const trick = await read(file);
  const row = ROWS.find((one) => linksOf(one)[0] === file)!;
  expect(linksOf(row)).toContain(trick.file);
  for (const load of trick.loads) {
    expect(LOADS).toHaveProperty([load]);
    expect(row).toContain(load);
  }
  const text = readFileSync(trick.file, 'utf8');
  if (trick.without === undefined) {
    // The twin has all that the others import.
    const exported = [...text.matchAll(/^export (?:async )?(?:function|const|class) \{? ?(\w+)/gm)];
    const twin = readFileSync(file, 'utf8');
    expect(exported.length).toBeGreaterThan(0);
    expect(exported.map((match) => match[1]!).filter((name) => !twin.includes(name))).toEqual([]);
    return;
  }
  // Throws where a text is not to be found.
  edited(trick, text);
  const options: readonly string[] = [...SERVICE_NODE_OPTIONS, ...Object.keys(SERVICE_ENVIRONMENT)];
  expect((trick.without.leaveOut ?? []).filter((name) => !options.includes(name))).toEqual([]);
});

it('has a test for every private field of ssh2 that is read or written', () => {
  const tested = readFileSync('test/executors/ssh-internals.test.ts', 'utf8');
  const fields = SOURCES.filter((file) => file.startsWith('packages/server/src/executors/ssh/'))
    .flatMap((file) => [...textOf(file).matchAll(/(?<=[\s.{])_[a-z]\w+/g)])
    .map(([field]) => field);
  expect([...new Set(fields)].toSorted()).toEqual([
    ...['_authsQueue', '_cipher', '_decipher', '_decipherKey', '_encKey', '_kex', '_packetRW', '_protocol'],
  ]);
  expect(fields.filter((field) => !tested.includes(field))).toEqual([]);
});

it('names no trick by another name than its file', () => {
  expect(FILES.map((file) => basename(file, '.ts')).filter((name) => !/^[a-z]+(-[a-z]+)*$/.test(name))).toEqual([]);
});
