/** What `npm start` builds first can be built: finds an entry point of a package that the bundler would miss. */
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { COMMAND_LINE, SERVER } from '../../scripts/bundles.ts';
import { OWN_PACKAGES } from '../../scripts/own-packages.ts';

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
