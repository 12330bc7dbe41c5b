/** A program that this service offers for download: one file, built beside the service. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

export interface BuiltProgram {
  readonly text: Buffer;
  readonly sha256: string;
}

const FILES = {
  /** For machines that cannot be reached from outside. */
  agent: 'agent/dist/synapse-agent.mjs',
  /** For clients that only start programs: it goes into the bundle for them. */
  bridge: 'cli/dist/mcp-bridge.mjs',
} as const;

/** Relative to the source (`server/src/service`) or to the bundle (`server/dist`), whichever runs. */
const PACKAGES = import.meta.url.endsWith('.ts') ? '../../../' : '../../';

/** Null while none was built. Read again when the file has changed. */
export function createBuiltProgram(name: keyof typeof FILES): () => BuiltProgram | null {
  const file = new URL(PACKAGES + FILES[name], import.meta.url);
  let kept: { modified: number; program: BuiltProgram } | null = null;
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
