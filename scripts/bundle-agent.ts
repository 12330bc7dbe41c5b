/** The agent as one file that runs by itself: libraries included, nothing native. */
import { readFileSync } from 'node:fs';
import { type BuildOptions, build } from 'esbuild';

/** What our own packages offer, by the name under which it is imported, the longer ones first: esbuild takes the first that fits. */
export const OWN_PACKAGES = Object.fromEntries(
  ['contract', 'runner', 'shell'].flatMap((name) => {
    const { exports } = JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8')) as {
      exports: Record<string, string>;
    };
    return Object.entries(exports)
      .map(([path, file]) => [`@synapse/${name}${path.slice(1)}`, `./packages/${name}/${file.slice(2)}`] as const)
      .sort(([one], [other]) => other.length - one.length);
  }),
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
