/** What `npm start` builds first can be built: finds an entry point of a package that the bundler would miss. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { expect, it } from 'vitest';
import { COMMAND_LINE, SERVER } from '../../scripts/bundles.ts';
import { OWN_PACKAGES } from '../../scripts/own-packages.ts';
import { removeAtEnd } from '../left-behind.ts';

it.each([
  ['the command line', COMMAND_LINE],
  ['the service', SERVER],
])('%s can be bundled, and needs none of our packages beside it', async (_, options) => {
  const { outputFiles, warnings } = await build({ ...options, write: false, sourcemap: false, legalComments: 'none' });
  expect(warnings).toEqual([]);
  for (const { text, path } of outputFiles) {
    expect(text.match(/(?:from|import\()\s*["']@synapse\/[^"']*/)?.[0], path).toBeUndefined();
  }
});

/** The parts of the bundle that are read when the service starts: not those that are imported later. */
function readAtStart({ outputs }: Metafile): Metafile['outputs'][string][] {
  const found = new Set<string>();
  const follow = (path: string): void => {
    if (found.has(path) || outputs[path] === undefined) return;
    found.add(path);
    for (const each of outputs[path].imports) if (each.kind === 'import-statement') follow(each.path);
  };
  follow(Object.keys(outputs).find((path) => path.endsWith('/main.js'))!);
  return [...found].map((path) => outputs[path]!);
}

it('starts without what only some services need', async () => {
  const { metafile } = await build({ ...SERVER, write: false, metafile: true });
  const atStart = readAtStart(metafile);
  const statements = atStart.flatMap(({ imports }) => imports.filter(({ kind }) => kind === 'import-statement'));
  const imported = statements.map(({ path }) => path);
  expect(imported).toContain('node:fs');
  // An `import` of these loads Node's fetch client: 50 ms of a start, and 7 MB.
  expect(imported).not.toContain('node:http');
  expect(imported).not.toContain('node:https');
  const inputs = atStart.flatMap((output) => Object.keys(output.inputs));
  expect(inputs.some((path) => path.startsWith('packages/server/'))).toBe(true);
  const late =
    /^packages\/judge\/|\/compaction\/src\/(?!(?:saved-tokens|marker|filter)\.ts)|node_modules\/(?:yaml|ssh2|dockerode|re2js)\//;
  expect(inputs.filter((path) => late.test(path))).toEqual([]);
});

it('the command line reads no schemas: they are half of its start', async () => {
  const { metafile } = await build({
    ...COMMAND_LINE,
    packages: 'bundle',
    external: ['ssh2'],
    write: false,
    metafile: true,
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
  expect(inputs.some((path) => path.startsWith('packages/contract/src/'))).toBe(true);
  expect(inputs.filter((path) => path === 'packages/contract/src/index.ts')).toEqual([]);
});

it('knows every way into our packages', () => {
  expect(Object.keys(OWN_PACKAGES)).toEqual(
    expect.arrayContaining(['@synapse/contract', '@synapse/contract/token-kinds', '@synapse/runner/start-child']),
  );
});

it('finds in a bundle what is loaded late from a library', async () => {
  const outdir = removeAtEnd(mkdtempSync(join(import.meta.dirname, '../../packages/server/.bundle-')));
  const entryPoints = { read: 'packages/server/src/policy/read-policy.ts' };
  await build({ ...SERVER, entryPoints, outdir, sourcemap: false, legalComments: 'none' });
  const bundled = await import(pathToFileURL(join(outdir, 'read.js')).href);
  const { readPolicy } = bundled as typeof import('../../packages/server/src/policy/read-policy.ts');
  expect(await readPolicy('version: 1\ndefault: careful\n')).toMatchObject({ fallback: 'careful' });
});
