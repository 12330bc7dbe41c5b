/** The service, bundled as `npm run build` does it: as it is, or without one of its tricks. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { SERVER } from '../../scripts/bundles.ts';
import type { Trick } from './trick.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Where the libraries that are not bundled are found, and Git does not look. */
const BUNDLES = join(ROOT, 'packages/server/node_modules/.tricks');

/** Returns the program. `twin`: the file of the trick. */
export async function bundleService(name: string, without?: { trick: Trick; twin: string }): Promise<string> {
  const outdir = join(BUNDLES, name);
  const plugins =
    without === undefined ? [] : [without.trick.without === undefined ? useTwin : edit].map((make) => make(without));
  await build({
    ...SERVER,
    sourcemap: false,
    legalComments: 'none',
    ...without?.trick.without?.build,
    absWorkingDir: ROOT,
    outdir,
    plugins,
  });
  return join(outdir, 'main.js');
}

interface Replaced {
  readonly trick: Trick;
  readonly twin: string;
}

/** Whoever imports the file of the trick gets its twin; only the twin itself may import the real one. */
function useTwin({ trick, twin }: Replaced): Plugin {
  const file = join(ROOT, trick.file);
  return {
    name: 'twin',
    setup: ({ onResolve, onEnd }) => {
      let used = false;
      onResolve({ filter: /\.ts$/ }, ({ path, resolveDir, importer }) => {
        if (importer === twin || resolve(resolveDir, path) !== file) return undefined;
        used = true;
        return { path: twin };
      });
      onEnd(() => {
        if (!used) throw new Error(`nothing imports ${trick.file}`);
      });
    },
  };
}

function edit({ trick }: Replaced): Plugin {
  const file = join(ROOT, trick.file);
  return {
    name: 'edit',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (path !== file) return undefined;
        return { contents: edited(trick, readFileSync(file, 'utf8')), loader: 'ts' };
      });
    },
  };
}

/** Throws where a text is not there once. */
export function edited({ file, without }: Trick, text: string): string {
  return (without?.edits ?? []).reduce((now, [from, to]) => {
    if (now.split(from).length !== 2) throw new Error(`${file} should hold this text once: ${from}`);
    return now.replace(from, () => to);
  }, text);
}
