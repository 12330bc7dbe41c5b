/** `npm run build`: bundles what runs, so that it starts fast. Libraries stay in node_modules; the agent carries its own. */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { type BuildOptions, build } from 'esbuild';
import { bundleAgent, OWN_PACKAGES, SHARED } from './bundle-agent.ts';

const shared: BuildOptions = { ...SHARED, sourcemap: true };

await bundle('packages/server/src/main.ts', 'packages/server/dist/main.js', { packages: 'external' });
await bundle('packages/cli/src/main.ts', 'packages/cli/dist/main.js', { packages: 'external' });
await bundleAgent('packages/agent/dist/synapse-agent.mjs');
buildPage();

async function bundle(entry: string, outfile: string, options: BuildOptions): Promise<void> {
  if (!existsSync(entry)) return;
  rmSync(outfile, { force: true });
  // Workspace packages are ours: they are bundled in, whatever is external.
  await build({ ...shared, ...options, alias: OWN_PACKAGES, entryPoints: [entry], outfile });
}

function buildPage(): void {
  if (!existsSync('packages/web/index.html')) return;
  const { status } = spawnSync('npm', ['run', 'build', '--silent', '-w', '@synapse/web'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
