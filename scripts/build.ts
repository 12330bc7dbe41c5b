/** `npm run build`: bundles what runs, so that it starts fast. Libraries stay in node_modules; the agent carries its own. */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { type BuildOptions, build } from 'esbuild';

const shared: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  sourcemap: true,
  logLevel: 'warning',
  // A bundled CommonJS library may ask for `require`.
  banner: { js: "import { createRequire as __r } from 'node:module'; const require = __r(import.meta.url);" },
};

await bundle('packages/server/src/main.ts', 'packages/server/dist/main.js', { packages: 'external' });
await bundle('packages/cli/src/main.ts', 'packages/cli/dist/main.js', { packages: 'external' });
await bundle('packages/agent/src/main.ts', 'packages/agent/dist/synapse-agent.mjs', {
  external: ['bufferutil', 'utf-8-validate'],
});
buildPage();

async function bundle(entry: string, outfile: string, options: BuildOptions): Promise<void> {
  if (!existsSync(entry)) return;
  rmSync(outfile, { force: true });
  // Workspace packages are ours: they are bundled in, whatever is external.
  const alias = Object.fromEntries(
    ['contract', 'runner'].map((name) => [`@synapse/${name}`, `./packages/${name}/src/index.ts`]),
  );
  await build({ ...shared, ...options, alias, entryPoints: [entry], outfile });
}

function buildPage(): void {
  if (!existsSync('packages/web/index.html')) return;
  const { status } = spawnSync('npm', ['run', 'build', '--silent', '-w', '@synapse/web'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
