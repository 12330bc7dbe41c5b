/** `npm run build`: bundles what runs, so that it starts fast. Native and seldom used libraries stay in node_modules; the agent carries its own. */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { bundleAgent, OWN_PACKAGES, SHARED } from './bundle-agent.ts';

const shared: BuildOptions = { ...SHARED, sourcemap: true };

await bundle('packages/server/src/main.ts', 'packages/server/dist/main.js', {
  // One file instead of hundreds to find; what is imported late stays a file of its own and is read when it is needed.
  splitting: true,
  external: ['better-sqlite3', '@node-rs/argon2', 'ssh2', 'dockerode', 'pg', '@nats-io/transport-node'],
});
await bundle('packages/cli/src/main.ts', 'packages/cli/dist/main.js', { packages: 'external' });
await bundleAgent('packages/agent/dist/synapse-agent.mjs');
buildPage();

async function bundle(entry: string, outfile: string, options: BuildOptions): Promise<void> {
  if (!existsSync(entry)) return;
  const [outdir, extension] = [dirname(outfile), extname(outfile)];
  rmSync(outdir, { recursive: true, force: true });
  const entryPoints = { [basename(outfile, extension)]: entry };
  // Workspace packages are ours: they are bundled in, whatever is external.
  await build({ ...shared, ...options, alias: OWN_PACKAGES, entryPoints, outdir, outExtension: { '.js': extension } });
}

function buildPage(): void {
  if (!existsSync('packages/web/index.html')) return;
  const { status } = spawnSync('npm', ['run', 'build', '--silent', '-w', '@synapse/web'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
