/** The stdio bridge as one file that runs by itself, also on the older Node inside a desktop client. */
import { build } from 'esbuild';
import { SHARED } from './bundle-agent.ts';

export async function bundleBridge(outfile: string): Promise<void> {
  await build({
    ...SHARED,
    target: 'node18',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'inline',
    entryPoints: ['packages/cli/src/mcp/bridge-main.ts'],
    outfile,
  });
}
