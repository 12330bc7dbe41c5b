/** The agent, built where the service and the command line look for it. */
import { renameSync } from 'node:fs';
import { bundleAgent } from '../../scripts/bundle-agent.ts';

const PROGRAM = 'packages/agent/dist/synapse-agent.mjs';

/** Every test that builds it builds the same. It is put in place in one step, so that nobody reads half of it. */
export async function buildAgent(): Promise<void> {
  const draft = `${PROGRAM}.${process.pid}`;
  await bundleAgent(draft);
  renameSync(draft, PROGRAM);
}
