/**
 * The programs that tests start: bundled and laid out as they are shipped. A test run makes them once
 * (`engines/bundle-programs.ts`) and says where they are; without one, they are the sources.
 */
import { join } from 'node:path';

const bundled = process.env.TESTED_PROGRAMS;
const program = (shipped: string, source: string): string =>
  join(bundled ?? join(import.meta.dirname, '..'), 'packages', bundled === undefined ? source : shipped);

export const SERVER_PROGRAM = program('server/dist/main.js', 'server/src/main.ts');
export const AGENT_PROGRAM = program('agent/dist/synapse-agent.mjs', 'agent/src/main.ts');
export const CLI_PROGRAM = program('cli/bin/synapse.js', 'cli/bin/synapse.js');
/** It knows that it lies in a clone. */
export const CLI_IN_CLONE = join(import.meta.dirname, '../packages/cli/bin/synapse.js');
