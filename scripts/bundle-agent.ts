/** The agent as one file that runs by itself: libraries included, nothing native. */
import { readFileSync } from 'node:fs';
import { type BuildOptions, build } from 'esbuild';

/** Every way in to our own packages, as their `exports` name them: longer names first, as a shorter one would take them. */
export const OWN_PACKAGES: Record<string, string> = Object.fromEntries(
  ['contract', 'runner', 'shell']
    .flatMap((name) => {
      const file = readFileSync(`packages/${name}/package.json`, 'utf8');
      const { exports } = JSON.parse(file) as { exports: Record<string, string> };
      return Object.entries(exports).map(([entry, path]) => [
        `@synapse/${name}${entry.slice(1)}`,
        `./packages/${name}/${path.slice(2)}`,
      ]);
    })
    .sort(([a], [b]) => b!.length - a!.length),
);

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
