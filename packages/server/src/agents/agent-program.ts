/** The agent's program as this service offers it for download: one file, built beside the service. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

export interface AgentProgram {
  readonly text: Buffer;
  readonly sha256: string;
}

/** Relative to the source (`server/src/agents`) or to the bundle (`server/dist`), whichever runs. */
const PACKAGES = import.meta.url.endsWith('.ts') ? '../../../' : '../../';
const FILE = new URL(`${PACKAGES}agent/dist/synapse-agent.mjs`, import.meta.url);

/** Null while none was built. Read again when the file has changed. */
export function createAgentProgram(file: URL = FILE): () => AgentProgram | null {
  let kept: { modified: number; program: AgentProgram } | null = null;
  return () => {
    const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (modified === undefined) return null;
    if (kept?.modified !== modified) {
      const text = readFileSync(file);
      kept = { modified, program: { text, sha256: createHash('sha256').update(text).digest('hex') } };
    }
    return kept.program;
  };
}
