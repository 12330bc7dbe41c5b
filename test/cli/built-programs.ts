/** The agent and the bridge, built where the service and the command line look for them. */
import { renameSync } from 'node:fs';
import { bundleAgent } from '../../scripts/bundle-agent.ts';
import { bundleBridge } from '../../scripts/bundle-bridge.ts';

export const buildAgent = (): Promise<void> => inPlace(bundleAgent, 'packages/agent/dist/synapse-agent.mjs');
export const buildBridge = (): Promise<void> => inPlace(bundleBridge, 'packages/cli/dist/mcp-bridge.mjs');

/** Every test that builds it builds the same. It is put in place in one step, so that nobody reads half of it. */
async function inPlace(bundle: (file: string) => Promise<void>, program: string): Promise<void> {
  const draft = `${program}.${process.pid}`;
  await bundle(draft);
  renameSync(draft, program);
}
