/** `npm run build`: bundles what runs, so that it starts fast. Native and seldom used libraries stay in node_modules; the agent carries its own. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { type BuildOptions, build } from 'esbuild';
import { bundleAgent, OWN_PACKAGES, SHARED } from './bundle-agent.ts';

const shared: BuildOptions = {
  ...SHARED,
  sourcemap: true,
  // The text of a program stays in memory: half of it is room between words, and one foreign letter doubles it.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'external',
};

const server = {
  main: 'packages/server/src/main.ts',
  admin: 'packages/server/src/admin.ts',
  // Started as a process of its own, from beside the others.
  'text-worker': 'packages/server/src/text-work/text-worker.ts',
};
await bundle(server, 'packages/server/dist', {
  // One file instead of hundreds to find; what is imported late stays a file of its own and is read when it is needed.
  splitting: true,
  external: ['better-sqlite3', '@node-rs/argon2', 'ssh2', 'dockerode', 'pg', '@nats-io/transport-node'],
});
await bundle(['packages/cli/src/main.ts'], 'packages/cli/dist', { packages: 'external', splitting: true });
// Read beside the program that installs it.
copyFileSync('packages/cli/src/hook/synapse-hook.sh', 'packages/cli/dist/synapse-hook.sh');
await bundleAgent('packages/agent/dist/synapse-agent.mjs');
buildPage();

async function bundle(
  entryPoints: string[] | Record<string, string>,
  outdir: string,
  options: BuildOptions,
): Promise<void> {
  rmSync(outdir, { recursive: true, force: true });
  // Workspace packages are ours: they are bundled in, whatever is external.
  await build({ ...shared, ...options, alias: OWN_PACKAGES, entryPoints, outdir });
}

function buildPage(): void {
  if (!existsSync('packages/web/index.html')) return;
  const { status } = spawnSync('npm', ['run', 'build', '--silent', '-w', '@synapse/web'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
