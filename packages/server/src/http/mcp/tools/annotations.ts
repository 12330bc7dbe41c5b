/** What tools do to the world, in the protocol's words. */
import type { ToolAnnotations } from '../tool.ts';

export const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

export const CHANGES: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

/** Replaces or removes something that exists. Doing it twice changes nothing more. */
export const DELETES: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
};

/** Reads on machines in the outside world. */
export const LOOKS: ToolAnnotations = { ...READS, openWorldHint: true };

/** Writes on machines in the outside world. */
export const WRITES_THERE: ToolAnnotations = { ...DELETES, openWorldHint: true };

/** Overwrites what is there by what is given. */
export const OVERWRITES: ToolAnnotations = { ...CHANGES, destructiveHint: true, idempotentHint: true };

/** Runs what it is given, on machines in the outside world. */
export const EXECUTES: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};
