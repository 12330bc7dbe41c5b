/** The agent as one file that runs by itself: libraries included, nothing native. */
import { type BuildOptions, build } from 'esbuild';
import { OWN_PACKAGES } from './own-packages.ts';

export const SHARED: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  logLevel: 'warning',
  // Workspace packages are our own: they are always bundled.
  alias: OWN_PACKAGES,
  // A bundled CommonJS library may use `require`.
  banner: { js: "import { createRequire as __r } from 'node:module'; const require = __r(import.meta.url);" },
};

export async function bundleAgent(outfile: string): Promise<void> {
  await build({
    ...SHARED,
    minifySyntax: true,
    external: ['bufferutil', 'utf-8-validate'],
    entryPoints: ['packages/agent/src/main.ts'],
    outfile,
  });
}
