/**
 * Every mechanism, the best first. User namespaces show what is in `/tmp` and let a command write there; and root reads
 * everybody's files in them, under bubblewrap only its own.
 */
import { createHash } from 'node:crypto';
import { bubblewrap } from './bubblewrap.ts';
import { landlock } from './landlock.ts';
import type { Mechanism, SandboxName, System } from './mechanism.ts';
import { sandboxExec } from './sandbox-exec.ts';
import { systemd } from './systemd.ts';
import { userNamespaces } from './user-namespaces.ts';

export const MECHANISMS: readonly Mechanism[] = [userNamespaces, bubblewrap, systemd, landlock, sandboxExec];

export function mechanismOf(name: SandboxName): Mechanism {
  return MECHANISMS.find((mechanism) => mechanism.name === name)!;
}

/** Differs if the sandbox of that name is made in another way, in which it has not been tried. Null: there is none. */
export function makeOf(name: string, system: System): string | null {
  const mechanism = MECHANISMS.find((each) => each.name === name);
  if (!mechanism?.worksOn(system)) return null;
  return createHash('sha256').update(mechanism.wrap([], system)).digest('base64url');
}
