/**
 * `npm run build`: bundles the programs. Native and rarely used libraries stay in node_modules; the agent and the
 * bridge contain their own.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { type BuildOptions, build } from 'esbuild';
import { bundleAgent } from './bundle-agent.ts';
import { bundleBridge } from './bundle-bridge.ts';
import { COMMAND_LINE, SERVER } from './bundles.ts';

await bundle(COMMAND_LINE);
// The program that installs the hook reads this file beside itself.
copyFileSync('packages/cli/src/hook/synapse-hook.sh', 'packages/cli/dist/synapse-hook.sh');
await bundleBridge('packages/cli/dist/mcp-bridge.mjs');
await bundleAgent('packages/agent/dist/synapse-agent.mjs');
buildPage();
// Last: from its age `npm start` knows whether everything was built.
await bundle(SERVER);

async function bundle(options: BuildOptions & { readonly outdir: string }): Promise<void> {
  rmSync(options.outdir, { recursive: true, force: true });
  await build(options);
}

function buildPage(): void {
  if (!existsSync('packages/web/index.html')) return;
  const { status } = spawnSync('npm', ['run', 'build', '--silent', '-w', '@synapse/web'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
