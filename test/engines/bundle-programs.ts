/**
 * The programs as they are shipped, bundled once for a whole test run: a start from there costs half of what it costs
 * from the sources, and tests start some hundreds. The folder is named after what it was made from, so that two runs at
 * once share it, or have one each.
 */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleAgent } from '../../scripts/bundle-agent.ts';
import { bundleBridge } from '../../scripts/bundle-bridge.ts';
import { COMMAND_LINE, SERVER } from '../../scripts/bundles.ts';
import { ENGINES_DIR } from './engines.ts';

const CLONE = join(import.meta.dirname, '../..');
const SOURCES = ['packages/*/src/**/*.{ts,sh,json}', 'packages/*/package.json', 'scripts/*.ts', 'package-lock.json'];

/** Returns the folder, in which everything lies as in an installation. */
export async function bundlePrograms(): Promise<string> {
  const folder = join(ENGINES_DIR, 'programs', fingerprint());
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  const at = (path: string): string => join(draft, 'packages', path);
  await Promise.all([
    build({ ...COMMAND_LINE, outdir: at('cli/dist') }),
    build({ ...SERVER, outdir: at('server/dist') }),
    bundleBridge(at('cli/dist/mcp-bridge.mjs')),
    bundleAgent(at('agent/dist/synapse-agent.mjs')),
  ]);
  copyFileSync(join(CLONE, 'packages/cli/src/hook/synapse-hook.sh'), at('cli/dist/synapse-hook.sh'));
  cpSync(join(CLONE, 'packages/cli/bin'), at('cli/bin'), { recursive: true });
  // The page is built by those tests that need one.
  mkdirSync(at('web'));
  symlinkSync(join(CLONE, 'packages/web/dist'), at('web/dist'));
  // Libraries that one package has in a version of its own. All others are found further up.
  for (const own of globSync('packages/*/node_modules', { cwd: CLONE })) {
    if (existsSync(join(draft, own, '..'))) symlinkSync(join(CLONE, own), join(draft, own));
  }
  putInPlace(draft, folder);
  return folder;
}

function putInPlace(draft: string, folder: string): void {
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another run made the same in the meantime.
    if (!existsSync(folder)) throw error;
  }
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: CLONE }).sort()) {
    if (!/\.test\.tsx?$/.test(file))
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(join(CLONE, file)));
  }
  return hash.digest('hex').slice(0, 16);
}
