/** The agent as one file that runs by itself: libraries included, nothing native. */
import { type BuildOptions, build } from 'esbuild';

export const OWN_PACKAGES = {
  '@synapse/contract/errors': './packages/contract/src/errors.ts',
  '@synapse/contract': './packages/contract/src/index.ts',
  '@synapse/runner': './packages/runner/src/index.ts',
  '@synapse/shell': './packages/shell/src/index.ts',
};

export const SHARED: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  logLevel: 'warning',
  // A bundled CommonJS library may ask for `require`.
  banner: { js: "import { createRequire as __r } from 'node:module'; const require = __r(import.meta.url);" },
};

export async function bundleAgent(outfile: string): Promise<void> {
  await build({
    ...SHARED,
    alias: OWN_PACKAGES,
    minifySyntax: true,
    external: ['bufferutil', 'utf-8-validate'],
    entryPoints: ['packages/agent/src/main.ts'],
    outfile,
  });
}
