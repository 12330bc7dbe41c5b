/** What was found out about sandboxes on a machine, as it is kept with it. */
import type { SandboxFinding } from '@synapse/runner';

export interface KeptSandbox extends SandboxFinding {
  readonly triedAt: number;
  /** How the sandbox was made when it was tried (`makeOf`). */
  readonly make?: string | null;
  /** The version of the machine's agent at that time. */
  readonly agent: string | null;
}

/** By the container's name; '' is the host itself. */
export type KeptSandboxes = Readonly<Record<string, KeptSandbox>>;

/** Where a command without another wish would run: in the default container, or on the host. */
export function knownLook(sandboxes: KeptSandboxes, defaultContainer: string | null): { look?: string | null } {
  const found = sandboxes[defaultContainer ?? ''];
  return found === undefined ? {} : { look: found.sandbox };
}
