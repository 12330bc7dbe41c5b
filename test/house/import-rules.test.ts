/** Checks the import rules of ARCHITECTURE.md against every import in the sources. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { IMPORTS, type Import, moduleOf, SOURCES, SERVER as server } from './sources.ts';

const inside = (folder: string) => (path: string) => path.startsWith(folder);
const violations = (broken: (entry: Import) => boolean) =>
  IMPORTS.filter(broken).map(({ from, to }) => `${from} imports ${to}`);

it('looks at the sources', () => {
  expect(SOURCES.length).toBeGreaterThan(50);
  expect(IMPORTS.length).toBeGreaterThan(200);
  expect(IMPORTS).toContainEqual({ from: `${server}service/open-storage.ts`, to: `${server}db/open.ts` });
});

it('lets the contract import zod and nothing else, but for its diff', () => {
  const contract = inside('packages/contract/');
  const known = (from: string) =>
    from === 'packages/contract/src/changed-lines.ts' ? ['diff'] : ['zod', 'zod/locales'];
  expect(violations(({ from, to }) => contract(from) && !contract(to) && !known(from).includes(to))).toEqual([]);
});

it('lets the reader of shell commands import nothing', () => {
  const shell = inside('packages/shell/');
  expect(SOURCES.some(shell)).toBe(true);
  expect(violations(({ from, to }) => shell(from) && !shell(to))).toEqual([]);
});

it.each([
  // re2js: the patterns of people's own filters
  { name: 'compaction', known: ['@synapse/contract', '@synapse/shell', 're2js'] },
  { name: 'judge', known: ['@synapse/contract', '@synapse/shell'] },
])('lets $name import the contract and the reader of shell commands, and nothing else', ({ name, known }) => {
  const own = inside(`packages/${name}/`);
  expect(SOURCES.some(own)).toBe(true);
  expect(violations(({ from, to }) => own(from) && !own(to) && !known.includes(to))).toEqual([]);
});

it('keeps the server out of the page, the agent, the runner and the command line', () => {
  const outside = (path: string) => /^packages\/(web|agent|runner|cli|contract|shell|judge|compaction)\//.test(path);
  expect(
    violations(({ from, to }) => outside(from) && (to.startsWith('packages/server/') || to === '@synapse/server')),
  ).toEqual([]);
});

it('gives the agent and the runner nothing of ours but the contract and each other in that order', () => {
  const ours = (to: string) => to.startsWith('@synapse/') || to.startsWith('packages/');
  const agent = inside('packages/agent/');
  const runner = inside('packages/runner/');
  const allowed = ['contract', 'judge', 'runner', 'shell'].map((name) => `@synapse/${name}`);
  expect(IMPORTS.some(({ from, to }) => agent(from) && to === '@synapse/runner')).toBe(true);
  expect(
    violations(
      ({ from, to }) =>
        agent(from) && ours(to) && !agent(to) && ![...allowed, 'packages/agent/package.json'].includes(to),
    ),
  ).toEqual([]);
  expect(
    violations(({ from, to }) => runner(from) && !runner(to) && to !== '@synapse/contract' && !to.startsWith('node:')),
  ).toEqual([]);
});

it('lets http know the domains, never the other way round', () => {
  const http = inside(`${server}http/`);
  const top = (path: string) => path.startsWith(`${server}compose`) || path === `${server}main.ts`;
  expect(violations(({ from, to }) => http(to) && !http(from) && !top(from))).toEqual([]);
});

it.each([
  { module: 'exec', users: ['follow-up', 'many', 'http', 'compose', 'compose.ts'] },
  { module: 'follow-up', users: ['many', 'http', 'compose', 'compose.ts'] },
  { module: 'executors', users: ['exec', 'compose', 'compose.ts'] },
])('lets nobody but $users know $module', ({ module, users }) => {
  const known = inside(`${server}${module}/`);
  expect(SOURCES.some(known)).toBe(true);
  const others = (from: string) => from.startsWith(server) && ![module, ...users].includes(moduleOf(from));
  expect(violations(({ from, to }) => known(to) && others(from))).toEqual([]);
});

it('keeps SQL in stores and db', () => {
  const mayQuery = (from: string) => from.startsWith(`${server}db/`) || from.endsWith('-store.ts');
  expect(violations(({ from, to }) => to === 'kysely' && !mayQuery(from))).toEqual([]);
});

/** Stores that another module may read, each with its reason. */
const OPEN_STORES: Readonly<Record<string, string>> = {};

it('lets a store be read by its own module alone: others ask the module’s rules', () => {
  const store = (to: string) => to.startsWith(server) && to.endsWith('-store.ts') && !(to in OPEN_STORES);
  expect(IMPORTS.filter(({ to }) => store(to)).length).toBeGreaterThan(20);
  expect(violations(({ from, to }) => store(to) && moduleOf(from) !== moduleOf(to))).toEqual([]);
});

it('keeps clients of targets in the executors', () => {
  const targets = ['ssh2', 'dockerode', 'node:child_process', 'ws'];
  // The helpers of `text-work` are processes of our own.
  const modules = [`${server}executors/`, `${server}agents/`, `${server}http/agent-`, `${server}text-work/`];
  const mayReach = (from: string) => modules.some((module) => from.startsWith(module)) || !from.startsWith(server);
  expect(violations(({ from, to }) => targets.includes(to) && !mayReach(from))).toEqual([]);
});

it('keeps ciphers in one file', () => {
  const ciphers = SOURCES.filter((file) => /create(Cipher|Decipher)iv/.test(readFileSync(file, 'utf8')));
  expect(ciphers).toEqual([`${server}vault/cipher.ts`]);
});

it('keeps redaction and compaction pure', () => {
  const pure = (path: string) => /\/(redaction|compaction)\//.test(path);
  const impure = (to: string) => to.startsWith('node:') && !['node:util', 'node:perf_hooks', 'node:zlib'].includes(to);
  expect(violations(({ from, to }) => pure(from) && (impure(to) || /\/(db|http|exec|vault)\//.test(to)))).toEqual([]);
});

it('has no cycles', () => {
  const edges = new Map<string, string[]>();
  for (const { from, to } of IMPORTS) edges.set(from, [...(edges.get(from) ?? []), to]);
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) return void cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (done.has(file)) return;
    for (const next of edges.get(file) ?? []) if (edges.has(next)) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of edges.keys()) visit(file, []);
  expect(cycles).toEqual([]);
});

it('has no modules called after nothing', () => {
  expect(SOURCES.filter((file) => /(^|\/)(utils?|helpers?|common|misc|types)(\/|\.tsx?$)/.test(file))).toEqual([]);
});

it('calls no production file a test', () => {
  expect(SOURCES.filter((file) => /\/test-[^/]*\.tsx?$/.test(file))).toEqual([]);
});
