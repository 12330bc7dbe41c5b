/** What `npm start` builds first can be built: finds an entry point of a package that the bundler would miss. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
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
